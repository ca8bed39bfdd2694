"""What management may do with an event: every power, used by command and logged with its reason.

Commands take effect between hands. Each leaves an entry in the field's `commands`, which the
journal keeps: when, who, which rule, what, why. Nothing takes an entry back (PS-30, FT-36).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from railbird.arena.tournament import cancellation, matrix_event, settlement
from railbird.arena.tournament.accounts import Form, Payment
from railbird.arena.tournament.cancellation import Aborted
from railbird.arena.tournament.conduct import HandOver, judge_hand_over
from railbird.arena.tournament.deals import Deal, Formula, check_allowed, propose, reserve_limit
from railbird.arena.tournament.director import Director
from railbird.arena.tournament.errors import Refused
from railbird.arena.tournament.structure import Format, PrizeRule, with_parameter


class Management:
    """One member of staff with an event in hand. Every command needs a reason."""

    def __init__(self, director: Director, who: str) -> None:
        self.director = director
        self.floor = director.floor
        self.field = director.field
        self.who = who

    def _log(self, rule: str, what: str, why: str, **more: Any) -> None:
        if not why.strip():
            raise Refused(rule, "a command needs a reason")
        entry = {"at": self.field.now, "who": self.who, "rule": rule, "what": what, "why": why}
        self.floor.note("command", {**entry, **more})

    def _between_hands(self, rule: str, player: str | None = None) -> None:
        """Refuse while a hand runs: at the player's table, or at any."""
        tables = list(self.field.tables.values())
        if player is not None:
            tables = [t for t in tables if t.number == self.field.players[player].table]
        running = sorted(t.number for t in tables if t.hand is not None)
        if running:
            raise Refused(rule, f"a hand is running at table {running[0]}; wait for its end")

    # --- the event

    def postpone(self, start: int, why: str) -> None:
        """Let the event begin later; only before its first hand (PS-2.2, FT-35)."""
        if self.field.hands_dealt:
            raise Refused("PS-2.2", "the event has begun")
        if start < self.field.clock.start:
            raise Refused("PS-2.2", "an event is put off, not brought forward")
        self._log("PS-2.2", "postpone", why, start=start)
        self.floor.note("postponed", start)

    def change(self, name: str, value: Any, why: str) -> None:
        """Change a published figure of the running event (PS-3.2, PS-10.4, FT-14, FT-33)."""
        try:
            with_parameter(self.floor.structure, name, value)
        except ValueError as error:
            raise Refused("PS-3.2", str(error)) from None
        if self.floor.prizes_final and name in ("guarantee", "added") and self.field.paid_outs:
            raise Refused("PS-7.3", "prizes are being paid; they stand")
        self._log("PS-3.2", "change", why, name=name, value=value)
        self.floor.note("parameter", name, value)

    def pause(self, why: str) -> None:
        """Let the running hands end and no table deal until `go_on` (PS-1)."""
        self._log("PS-1", "pause", why)
        self.director.paused = True
        while self.director.is_dealing and self.director.step():
            pass

    def go_on(self, why: str) -> None:
        """Let the tables deal again."""
        self._log("PS-1", "go on", why)
        self.director.paused = False

    def override(self, rule: str, ruling: str, why: str) -> None:
        """Decide against the letter of a rule, or by the terms of service (PS-1, PS-0.2)."""
        self._log(rule, "override", why, ruling=ruling)

    def cancel(self, why: str, *, roll_back: bool = False) -> dict[str, int]:
        """Abort the event and return what each player gets back, in cents (PS-22.2, FT-31).

        Running hands are void. `roll_back` undoes the whole event, the other way settles it by
        the house's policy; before the first hand everything is returned.
        """
        self._log("PS-22.2", "cancel", why, roll_back=roll_back)
        for number, table in sorted(self.field.tables.items()):
            if table.hand is not None:
                self.floor.note("void", number)
        self.director.drop_running()
        refunds = self._refunds(roll_back)
        for player, cents in refunds.items():
            self.floor.note("refund", player, cents)
        self.floor.note("cancelled", why)
        self.director.commit()
        return refunds

    def _refunds(self, roll_back: bool) -> dict[str, int]:
        structure = self.floor.structure
        if roll_back or not self.field.hands_dealt:
            return {
                p.id: sum(pay.cents for pay in cancellation.rollback([self._paid(p.id)])[0])
                for p in self.field.players.values()
                if not self.field.is_matrix or p.entry_no == 1  # one price for all matches
            }
        if self.field.is_matrix:
            return matrix_event.refunds(self.floor)
        left = list(self.field.living())
        paid = len(self.floor.prize_list())
        prizes_left = self.floor.prize_list()[: len(left)]
        aborted = Aborted(
            stacks=tuple(p.stack for p in left),
            buy_in=structure.buy_in,
            fee=structure.fee,
            collected=self.field.collected,
            prizes_left=prizes_left,
            in_the_money=len(left) <= paid,
            guarantee=structure.guarantee,
            added=structure.added,
            bounty=structure.bounty.cents if structure.bounty_is_paid_by_entrants else 0,
            rebuys=bool(structure.rebuys.minutes),
            heads_up_sit_and_go=structure.format is Format.SIT_AND_GO and self.field.entries == 2,
        )
        shares = cancellation.payments(structure.house, aborted)
        return {p.id: cents for p, cents in zip(left, shares, strict=True)}

    def _paid(self, player: str) -> tuple[Payment, ...]:
        structure, entry = self.floor.structure, self.field.players[player]
        extra = entry.rebuys * structure.rebuys.price
        extra += entry.add_ons * structure.rebuys.add_on_price
        accounts = self.director.entrance.receipts
        own = accounts.get(player)
        if own is not None:
            return tuple(own)
        return (Payment(Form.CASH, structure.currency, structure.price + extra),)

    # --- players

    def disqualify(self, player: str, rule: str, why: str, *, keeps_prize: bool = False) -> None:
        """Take a player out of the event between hands (PS-20.2, PS-21.2, PS-29).

        His chips go out of play and he has the place of who is out next; without `keeps_prize`
        his prize is withheld. Bounties on him are not won by anybody.
        """
        entry = self.field.players[player]
        if not entry.table:
            raise Refused(rule, f"{player} is not in the event")
        self._between_hands(rule, player)
        self._log(rule, "disqualify", why, player=player, keeps_prize=keeps_prize)
        self.floor.note("note", player, f"disqualified ({rule})")
        self.floor.note("removed_chips", entry.stack)
        self.floor.note("stack", player, 0)
        self.floor.note("out", [player], self.field.now)
        settlement.pay_prizes(self.floor)
        if not keeps_prize and entry.prize:
            self.floor.note("withheld", player, entry.prize)
        settlement.end_if_over(self.floor, None)

    def penalise(self, player: str, rule: str, penalty: str, why: str) -> None:
        """Log a penalty that lies outside of the event: warning, ban, closure (PS-20.2, PS-21.2).

        `penalty` is one of warning, chat ban, confiscation, ban, account closure.
        """
        known = ("warning", "chat ban", "confiscation", "ban", "account closure")
        if penalty not in known:
            raise Refused(rule, f"{penalty!r} is no penalty; there are {', '.join(known)}")
        if penalty == "confiscation" and self.field.players[player].prize:
            self.floor.note("withheld", player, self.field.players[player].prize)
        self._log(rule, penalty, why, player=player)
        self.floor.note("note", player, f"{penalty} ({rule})")

    def report_hand_over(self, player: str, reason: HandOver, why: str, *, proven: bool) -> bool:
        """Log that somebody else played a seat, and say whether it is excused (PS-21.1, PS-21.3).

        Penalties are commands of their own.
        """
        try:
            judge_hand_over(reason, proven=proven)
            excused = True
        except Refused:
            excused = False
        self._log(reason.rule, "hand over", why, player=player, excused=excused)
        self.floor.note("note", player, f"seat handed over ({reason.rule})")
        return excused

    # --- deals

    def attend(self, request: str) -> None:
        """Log that staff were asked to attend a deal, and came (PS-23.2)."""
        number = self.director.tournament_id
        if number and number not in request:
            raise Refused("PS-23.2", f"the request must name tournament {number}")
        self._log("PS-23.2", "attend", request)

    def offer_deal(self, formula: Formula, *, reserve: int = 0) -> Deal:
        """Return what a formula would pay the players left, in the order of the tables."""
        left = list(self.field.living())
        prizes = self.floor.prize_list()[: len(left)]
        limit = reserve_limit(self.floor.rules, self.floor.pool, prizes)
        if reserve > limit:
            raise Refused("PS-23.5", f"at most {limit} cents may be left for first place")
        return propose(formula, [p.stack for p in left], prizes, reserve=reserve)

    def agree_deal(
        self, deal: Deal, accepted: Collection[str], why: str, *, plain_from_chat: bool = False
    ) -> None:
        """Carry a deal out that everybody left has accepted (PS-23.1, PS-23.4).

        With `plain_from_chat` staff find the deal plainly unanimous though not all have pressed
        the button (PS-23.6). Play goes on; each is paid his sum when he is out.
        """
        left = [p.id for p in self.field.living()]
        structure = self.floor.structure
        check_allowed(
            self.floor.rules,
            tables=len(self.field.tables),
            remaining=left,
            accepted=left if plain_from_chat else accepted,
            real_money=structure.real_money,
            enabled=structure.deals and structure.prize_rule is PrizeRule.TABLE,
            matrix=self.field.is_matrix,
        )
        rule = "PS-23.6" if plain_from_chat else "PS-23.1"
        self._log(rule, "deal", why, formula=deal.formula.value, flaws=list(deal.flaws))
        payments: Sequence[int] = deal.payments
        self.floor.note("deal_agreed", dict(zip(left, payments, strict=True)), deal.reserve)

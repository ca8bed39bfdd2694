"""What finished hands lead to: rebuys, bounties, places, prizes, the end of the event."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.arena.tournament import matrix_event
from railbird.arena.tournament.bounties import (
    BountyKind,
    bounty_shares,
    bounty_winners,
    bust_out_bounty,
    draw_envelope,
    mystery_envelopes,
    progressive_shares,
    winner_keeps_own,
)
from railbird.arena.tournament.button import clockwise
from railbird.arena.tournament.clock import IdleMatch, idle_match_winner
from railbird.arena.tournament.field import Busted
from railbird.arena.tournament.floor import Floor
from railbird.arena.tournament.house import HouseRules
from railbird.arena.tournament.money import share_by_weight, share_equally
from railbird.arena.tournament.places import (
    Bust,
    Finish,
    ends_early,
    group_by_instant,
    pay_places,
    rank_busts,
)
from railbird.arena.tournament.play import Played
from railbird.arena.tournament.structure import Format, PrizeRule


def busted_of(rules: HouseRules, played: Played) -> list[Busted]:
    """Return who has no chips left after a hand."""
    deal = played.deal
    gone = [seat for seat, stack in sorted(played.stacks.items()) if not stack]
    if not gone:
        return []
    pots = played.pots()
    order = clockwise(list(deal.seats), deal.positions.button)
    return [
        Busted(
            deal.seats[seat],
            deal.hand,
            deal.table,
            played.end,
            deal.stacks[seat],
            order.index(seat),
            tuple(deal.seats[s] for s in bounty_winners(rules, pots, seat)),
        )
        for seat in gone
    ]


def settle(floor: Floor, busted: Sequence[Busted]) -> None:
    """Pay bounties and give places after hands that are over (PS-12, PS-24, FT-25).

    `busted`: the players who are out for good, hands in order of their ends. In hand-for-hand
    play all of them count as one hand.
    """
    for bust in busted:
        _say_knocked_out(floor, bust)
        _award_bounty(floor, bust)
    for group in _one_hand_each(floor, busted):
        _give_places(floor, group)
    _open_envelopes(floor)
    pay_prizes(floor)


def _one_hand_each(floor: Floor, busted: Sequence[Busted]) -> list[list[Busted]]:
    """Group busts that rank together: those of one hand, or of one round hand for hand."""
    if floor.field.hand_for_hand and busted:
        return [list(busted)]
    same_instant = floor.rules.same_instant_counts and not floor.field.is_matrix
    by_hand: dict[int, list[Busted]] = {}
    ends: list[tuple[int, Bust]] = []
    for bust in busted:
        if bust.hand not in by_hand:
            ends.append((bust.at, Bust(str(bust.hand), 0)))
        by_hand.setdefault(bust.hand, []).append(bust)
    groups = group_by_instant(ends, same_instant_counts=same_instant)
    return [[bust for hand in group for bust in by_hand[int(hand.player)]] for group in groups]


def _give_places(floor: Floor, busted: Sequence[Busted]) -> None:
    hand_of = {b.player: b.hand for b in busted}
    busts = [Bust(b.player, b.stack, (b.table, b.position)) for b in busted]
    still_in = floor.field.remaining
    if floor.field.is_matrix:
        still_in = len(floor.field.tables[busted[0].table].seats)
    finishes = rank_busts(busts, still_in - len(busts))
    at = max(b.at for b in busted)
    # The worst place first: it is out first, and the next one counts from who is left.
    for place in sorted({f.place for f in finishes}, reverse=True):
        tied = [f.player for f in finishes if f.place == place]
        floor.note("out", tied, at)
        for player in tied:
            _say_finished(floor, hand_of[player], player, place)


def _say_finished(floor: Floor, hand: int, player: str, place: int) -> None:
    final = floor.field.registration_closed
    floor.say(hand, "finished", player, amount=place if final else None, entry=player)


def _say_knocked_out(floor: Floor, bust: Busted) -> None:
    """Write into the history who eliminated a player, in events without bounties too."""
    for winner in bust.winners:
        other, share = floor.entry(winner).name, 1 / len(bust.winners)
        floor.say(bust.hand, "knocked_out", bust.player, other=other, share=share)


# --- bounties


def _award_bounty(floor: Floor, bust: Busted) -> None:
    bounty, winners = floor.structure.bounty, bust.winners
    if floor.field.is_matrix:
        matrix_event.credit_knockout(floor, bust)
        return
    cents = _worth(floor, bust.player)
    if bounty.kind is BountyKind.NONE or (not cents and bounty.kind is not BountyKind.MYSTERY):
        return
    if not winners:
        return
    if bounty.kind is BountyKind.PROGRESSIVE:
        shares = progressive_shares(cents, len(winners), bounty.cash_percent)
        parts = [(p.cash, p.head) for p in shares]
    elif bounty.kind is BountyKind.BUST_OUT:
        parts = [(cash, 0) for cash in bounty_shares(floor.rules, cents, len(winners))]
    else:
        # Money that the entrants paid in is always shared: there is one bounty to pay.
        parts = [(cash, 0) for cash in share_equally(cents, len(winners))]
    for winner, (cash, head) in zip(winners, parts, strict=True):
        floor.note("bounty", winner, cash, head, 1 / len(winners))
        _say_bounty(floor, bust.hand, winner, bust.player, cash, 1 / len(winners))


def _say_bounty(floor: Floor, hand: int, winner: str, victim: str, cash: int, share: float) -> None:
    entry = floor.entry(winner)
    progressive = floor.structure.bounty.kind is BountyKind.PROGRESSIVE
    floor.say(
        hand,
        "bounty_won",
        winner,
        money=cash,
        other=floor.entry(victim).name,
        share=share,
        bounty_after=entry.head if progressive else None,
        note="split" if share < 1 else None,
    )


def _worth(floor: Floor, victim: str) -> int:
    """Return what eliminating this player pays now, in cents; draws an envelope if there are."""
    bounty, field = floor.structure.bounty, floor.field
    entry = floor.entry(victim)
    if bounty.kind is BountyKind.MYSTERY:
        if not field.envelopes:
            return 0
        cents, left = draw_envelope(field.envelopes, floor.chance("envelope"))
        floor.note("envelopes", list(left))
        return cents
    if bounty.kind is BountyKind.BUST_OUT:
        if entry.name not in bounty.named:
            return 0
        return bust_out_bounty(
            floor.rules,
            floor.structure.buy_in,
            field.entries,
            multi_entry=floor.structure.registration.entries_at_once > 1,
            prizes_decided=0 < floor.main_prizes and field.remaining <= floor.main_prizes,
        )
    return entry.head


def _open_envelopes(floor: Floor) -> None:
    """Make the envelopes of a mystery event once all who are left are in the money (6.5)."""
    bounty, field = floor.structure.bounty, floor.field
    if bounty.kind is not BountyKind.MYSTERY or field.envelopes is not None:
        return
    if floor.prizes_final and field.remaining <= len(floor.prize_list()):
        pool = bounty.cents * field.entries
        floor.note("envelopes", list(mystery_envelopes(pool, field.remaining, bounty.tiers)))


# --- prizes


def pay_prizes(floor: Floor) -> None:
    """Credit every final place that is not yet paid (FT-16, AMB-30)."""
    field = floor.field
    if not floor.prizes_final or field.paid_outs == len(field.outs):
        return
    for out in field.outs[field.paid_outs :]:
        place, tied = field.place_of(out), len(out.players)
        finishes = [Finish(player, place, tied) for player in out.players]
        for player, cents in pay_places(finishes, floor.prize_list()).items():
            _pay(floor, player, place, tied, field.agreed.get(player, cents))
    floor.note("paid_outs", len(field.outs))


def _pay(floor: Floor, player: str, place: int, tied: int, cents: int) -> None:
    """Credit one prize; the winner after a deal also gets what was left for first place."""
    if place == 1 and tied == 1:
        cents += floor.field.agreed_reserve
    if not cents:
        return
    ticket = 0 < floor.main_prizes >= place
    floor.note("prize", player, cents, ticket)
    if floor.chronicle is not None:
        floor.chronicle.prize(player, cents, ticket=ticket)


def end_if_over(floor: Floor, hand: int | None) -> bool:
    """Finish the event when it is decided; say whether it is (PS-11, FT-1)."""
    field = floor.field
    if field.finished:
        return True
    if field.is_matrix:
        return matrix_event.end_matches(floor, hand, pay_prizes)
    if field.remaining > 1 and not _ends_early(floor):
        return False
    if not floor.field.registration_closed:
        floor.note("registration_closed")
    _finish(floor, hand)
    return True


def _ends_early(floor: Floor) -> bool:
    if not floor.prizes_final:
        return False
    prizes, remaining = floor.prize_list(), floor.field.remaining
    if floor.structure.prize_rule is PrizeRule.FIFTY_FIFTY:
        return remaining <= len(prizes)
    satellite = floor.structure.prize_rule is PrizeRule.TICKETS
    if not ends_early(floor.rules, remaining, prizes, satellite=satellite):
        return False
    bounties = any(p.head for p in floor.field.living()) or bool(floor.field.envelopes)
    return ends_early(floor.rules, remaining, prizes, satellite=satellite, bounties_open=bounties)


def _finish(floor: Floor, hand: int | None) -> None:
    field = floor.field
    out = field.places()
    left = [p for p in field.players.values() if p.id not in out]
    left.sort(key=lambda p: (p.table, p.seat))
    if floor.fifty_fifty_pool:
        parts = share_by_weight(floor.fifty_fifty_pool, [p.stack for p in left])
        for player, cents in zip(left, parts, strict=True):
            floor.note("prize", player.id, cents, False)
    if len(left) == 1:
        _pay_own_head(floor, left[0].id, hand)
    winners = [p.id for p in left]
    floor.note("out", winners, field.now)
    for winner in winners:
        floor.say(hand, "finished", winner, amount=1, entry=winner)
    if not field.add_on_done:
        floor.note("add_on_done")
    pay_prizes(floor)
    floor.note("finished")


def _pay_own_head(floor: Floor, winner: str, hand: int | None) -> None:
    """Pay the winner the bounty on himself, where he keeps it (PS-27, AMB-19)."""
    kind, entry = floor.structure.bounty.kind, floor.entry(winner)
    cents = entry.head
    if kind is BountyKind.MYSTERY:
        cents = sum(floor.field.envelopes or [])
        if floor.field.envelopes is None:
            # Everybody went out before the money was reached: the whole pool is unpaid.
            cents = floor.structure.bounty.cents * floor.field.entries
    if cents and winner_keeps_own(kind):
        floor.note("bounty", winner, cents, -entry.head, 0.0)


def end_idle_matches(floor: Floor, tables: set[int]) -> None:
    """End matches at these tables in which everybody has been away for too long (PS-18.5)."""
    if floor.structure.format is not Format.SHOOTOUT and floor.structure.seats != 2:
        return
    for number in sorted(tables & set(floor.field.tables)):
        table = floor.field.tables[number]
        if len(table.seats) > 1 and IdleMatch(table.idle_hands).is_over(floor.rules):
            stacks = {p: floor.entry(p).stack for p in table.seats.values()}
            end_match(floor, number, idle_match_winner(stacks, floor.chance("idle")))
            end_if_over(floor, None)


def end_match(floor: Floor, table: int, winner: str) -> None:
    """End an idle match: the winner has all its chips, the others are out by chips (PS-18.5)."""
    field = floor.field
    losers = [p for p in field.tables[table].seats.values() if p != winner]
    busts = [Bust(p, floor.entry(p).stack, (table, floor.entry(p).seat)) for p in losers]
    total = sum(floor.entry(p).stack for p in (*losers, winner))
    finishes = rank_busts(busts, field.remaining - len(busts))
    for place in sorted({f.place for f in finishes}, reverse=True):
        tied = [f.player for f in finishes if f.place == place]
        for player in tied:
            floor.note("stack", player, 0)
        floor.note("out", tied, field.now)
    floor.note("stack", winner, total)
    pay_prizes(floor)

"""The event as history rows: hands as they end, and what happened at the tables between them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any

from railbird.arena.history.recorder import Recorder
from railbird.arena.history.schema import SCHEMAS, History
from railbird.arena.tournament.field import Field, Player, TableState
from railbird.arena.tournament.hand_rows import board_text, hand_actions, seat_row
from railbird.arena.tournament.play import Played
from railbird.arena.tournament.structure import Structure

Row = dict[str, Any]


class Chronicle:
    """Collects the history of one event.

    Hands stay open until `flush`, so that knock-outs, bounties and places found out afterwards
    stand in the hand they belong to.
    """

    def __init__(
        self, structure: Structure, tournament_id: str, *, for_journal: bool = False
    ) -> None:
        self.structure = structure
        self.tournament_id = tournament_id
        self.recorder = Recorder()
        self._open: dict[int, list[Row]] = {}  # hand -> its events
        self._counts: dict[int, int] = {}  # hand -> rows so far
        self._before: dict[int, list[Row]] = {}  # table -> events before its next hand
        self._fresh: dict[str, list[Any]] = {}
        self._for_journal = for_journal
        self.hands = 0

    def hand_id(self, hand: int) -> str:
        """Return the id of a hand, unique over events when the tournament ids are."""
        return f"{self.tournament_id}{hand:07d}"

    def hand(self, played: Played, field: Field, table: TableState, paid: int) -> None:
        """Record a hand that is over. `table` and `field` as they were while it was played."""
        deal = played.deal
        names = {seat: field.players[p].name for seat, p in deal.seats.items()}
        hand_id = self.hand_id(deal.hand)
        self.hands += 1
        self._hand_row(played, field, paid)
        self._seat_rows(played, field, table, names)
        ordinal = 0
        waiting = [field.players[table.seats[s]].name for s in deal.positions.waiting]
        allowed = [{"kind": "allowed", "player": name} for name in waiting]
        for event in (*self._before.pop(deal.table, ()), *allowed):
            ordinal += 1
            self._add("events", hand_id=hand_id, ordinal=ordinal, **event)
        ante = int(max(played.record["ante_due"]))
        game, _ = self.structure.game_at(deal.level)
        for row in hand_actions(played, game, ante):
            ordinal += 1
            name = names[row["seat"]]
            if row["kind"] == "says":
                self._said(row["time"], deal.hand, ordinal, name, row["text"])
                continue
            if not row["street"]:
                self._add("events", hand_id=hand_id, ordinal=ordinal, kind=row["kind"], player=name)
                continue
            self._add("actions", hand_id=hand_id, ordinal=ordinal, **{**row, "player": name})
        self._counts[deal.hand] = ordinal
        self._open[deal.hand] = []

    def cancelled(self, number: int, hand: int, at: int, seats: dict[int, Player]) -> None:
        """Record a hand that does not count (PS-22.1): who sat there, with which stacks."""
        mixed = self.structure.mix is not None
        hand_id = self.hand_id(hand)
        self.hands += 1
        self._add(
            "hands",
            hand_id=hand_id,
            tournament_id=self.tournament_id,
            table_id=str(number),
            ordinal=self.hands,
            start_time=moment(at),
            cancelled=True,
            house=self.structure.house.text_format,
            game=None if mixed else self.structure.game,
            betting=None if mixed else self.structure.betting,
            mix=self.structure.mix,
            max_seats=self.structure.seats,
            currency=self.structure.currency,
        )
        for seat, entry in sorted(seats.items()):
            self._add("seats", hand_id=hand_id, seat=seat, player=entry.name, stack=entry.stack)

    def _hand_row(self, played: Played, field: Field, paid: int) -> None:
        deal, structure = played.deal, self.structure
        game, betting = structure.game_at(deal.level)
        self._add(
            "hands",
            hand_id=self.hand_id(deal.hand),
            tournament_id=self.tournament_id,
            table_id=str(deal.table),
            ordinal=self.hands,
            start_time=moment(deal.at),
            level=deal.level.number,
            small_blind=deal.level.small_blind,
            big_blind=deal.level.big_blind,
            ante=int(max(played.record["ante_due"])),
            button_seat=None if played.record["is_stud"] else deal.positions.button,
            max_seats=structure.seats,
            board=board_text(played) or None,
            total_pot=int(sum(played.record["won"])),
            rake=0,
            hand_for_hand=field.hand_for_hand,
            cancelled=False,
            players_left=field.remaining,
            places_paid=paid,
            house=structure.house.text_format,
            game=game,
            betting=betting,
            mix=structure.mix,
            currency=structure.currency,
            cut=False,
        )

    def _seat_rows(
        self, played: Played, field: Field, table: TableState, names: dict[int, str]
    ) -> None:
        deal = played.deal
        hand_id = self.hand_id(deal.hand)
        for seat in sorted({*deal.seats, *deal.positions.waiting} & table.seats.keys()):
            if seat in deal.seats:
                row = seat_row(played, seat, field.players[deal.seats[seat]].head or None)
                self._add("seats", hand_id=hand_id, **{**row, "player": names[seat]})
                continue
            entry = field.players[table.seats[seat]]
            self._add(
                "seats",
                hand_id=hand_id,
                seat=seat,
                player=entry.name,
                stack=entry.stack,
                dealt_in=False,
                sitting_out=False,
                disconnected=False,
                shown=False,
                mucked=False,
                contributed=0,
                returned=0,
                won=0,
            )

    def event(self, hand: int | None, kind: str, name: str, **values: Any) -> None:
        """Note an event: of an open hand, or (`table=`) before the next hand of a table."""
        table = values.pop("table", None)
        row = {"kind": kind, "player": name, **values}
        if row.get("money") is not None:
            row["currency"] = self.structure.currency
        if hand is not None and hand in self._open:
            self._open[hand].append(row)
        elif table is not None:
            row.pop("entry", None)
            self._before.setdefault(table, []).append(row)

    def chat(self, at: int, hand: int | None, name: str, text: str, *, observer: bool) -> None:
        """Record a line of chat; `hand` is the one that was running."""
        self._said(at, hand, None, name, text, observer=observer)

    def _said(
        self,
        at: int,
        hand: int | None,
        ordinal: int | None,
        name: str,
        text: str,
        *,
        observer: bool = False,
    ) -> None:
        self._add(
            "chat",
            tournament_id=self.tournament_id,
            hand_id=None if hand is None else self.hand_id(hand),
            ordinal=ordinal,
            time=moment(at),
            player=name,
            observer=observer,
            text=text,
        )

    def prize(self, player: str, cents: int, *, ticket: bool) -> None:
        """Write a prize into the line that says where the player finished, if it is still open."""
        for events in self._open.values():
            for row in events:
                if row.get("entry") == player:
                    row["money"] = row.get("money", 0) + cents
                    row["currency"] = self.structure.currency
                    row["note"] = "ticket" if ticket else None

    def flush(self, waiting: Collection[int] = ()) -> dict[str, list[Any]]:
        """Close open hands; return the rows added since the last time, for the journal.

        Hands in `waiting` stay open: what follows from them is not known yet.
        """
        for hand in [h for h in self._open if h not in waiting]:
            ordinal = self._counts.pop(hand)
            for row in self._open.pop(hand):
                ordinal += 1
                row.pop("entry", None)
                self._add("events", hand_id=self.hand_id(hand), ordinal=ordinal, **row)
        fresh, self._fresh = self._fresh, {}
        return fresh

    def restore(self, rows: dict[str, list[Any]]) -> None:
        """Take rows that an earlier run wrote into its journal."""
        for table, values in rows.items():
            if table == "hands":
                self.hands += len(values)
            make = _RESTORE.get(table)
            self.recorder.rows[table] += [make(tuple(v)) if make else tuple(v) for v in values]

    def finish(self, field: Field, pool: int) -> History:
        """Return the whole history, with the event's and the entries' rows."""
        structure = self.structure
        recorder = Recorder()
        recorder.rows = {name: list(rows) for name, rows in self.recorder.rows.items()}
        recorder.add(
            "tournaments",
            tournament_id=self.tournament_id,
            house=structure.house.text_format,
            name=structure.title,
            game=None if structure.mix else structure.game,
            mix=structure.mix,
            format=structure.format.value,
            buy_in=structure.buy_in,
            fee=structure.fee,
            bounty=structure.price - structure.buy_in - structure.fee,
            currency=structure.currency,
            start_time=moment(field.clock.start),
            entrants=field.entries,
            prize_pool=pool,
            source="railbird",
            betting=None if structure.mix else structure.betting,
            end_time=moment(field.now),
            start_stack=structure.start_stack,
            rebuys=sum(p.rebuys for p in field.players.values()),
            add_ons=sum(p.add_ons for p in field.players.values()),
        )
        places = field.places()
        for player in sorted(field.players.values(), key=_by_place(places)):
            place = places.get(player.id, (None, 1))[0]
            recorder.add("entries", **_entry_row(self, player, place))
        return recorder.history()

    def _add(self, table: str, **values: Any) -> None:
        self.recorder.add(table, **values)
        if self._for_journal:
            row = self.recorder.rows[table][-1]
            self._fresh.setdefault(table, []).append([_plain(v) for v in row])


def _by_place(places: dict[str, tuple[int, int]]) -> Callable[[Player], tuple[int, str]]:
    return lambda player: (places.get(player.id, (10**9, 1))[0], player.id)


def _entry_row(chronicle: Chronicle, player: Player, place: int | None) -> Row:
    return {
        "tournament_id": chronicle.tournament_id,
        "player": player.name,
        "entry_no": player.entry_no,
        "start_stack": chronicle.structure.start_stack,
        "rebuys": player.rebuys,
        "add_ons": player.add_ons,
        "finish_place": place,
        "prize": player.prize,
        "bounties_won": player.bounties_won,
        "knockouts": player.knockouts,
        "still_playing": place is None,
        "note": player.note or ("ticket" if player.ticket else None),
    }


def moment(milliseconds: int) -> datetime:
    """Return a time of the clock as the history holds it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _with_time(table: str, column: str) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    k = SCHEMAS[table].names.index(column)
    return lambda row: (*row[:k], datetime.fromisoformat(row[k]), *row[k + 1 :])


_RESTORE = {"hands": _with_time("hands", "start_time"), "chat": _with_time("chat", "time")}

"""Players' money, just deep enough for the rules: by currency and form, never below zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from railbird.arena.tournament.errors import Refused


class Form(StrEnum):
    """In which form money is held: T$ and W$ buy tournament entries only (PS-10.2)."""

    CASH = "cash"
    T_MONEY = "T$"
    W_MONEY = "W$"
    TICKET = "ticket"


ENTRY_ORDER = (Form.TICKET, Form.W_MONEY, Form.T_MONEY, Form.CASH)


@dataclass(frozen=True, slots=True)
class Payment:
    """Money in one form. `cents` of `currency`; `from_satellite`: a seat won, worth `cents`."""

    form: Form
    currency: str
    cents: int
    from_satellite: bool = False


@dataclass
class Account:
    """One player's balances. Money in play at other tables is not here (PS-8.2)."""

    player: str
    balances: dict[tuple[Form, str], int] = field(default_factory=dict)

    def balance(self, form: Form, currency: str) -> int:
        """Return the available cents of one form and currency."""
        return self.balances.get((form, currency), 0)

    def credit(self, payments: Iterable[Payment]) -> None:
        """Add money in the form it comes in."""
        for p in payments:
            key = (p.form, p.currency)
            self.balances[key] = self.balances.get(key, 0) + p.cents

    def pay_entry(self, cents: int, currency: str, *, rule: str = "PS-8.1") -> tuple[Payment, ...]:
        """Take the price of an entry, rebuy or add-on and return how it was paid.

        Tournament money first, then cash; a ticket only when it is worth exactly the price.
        Raises `Refused` with `rule` when the account does not hold enough in this currency.
        """
        if cents and self.balance(Form.TICKET, currency) == cents:
            return self._take([Payment(Form.TICKET, currency, cents)])
        left, parts = cents, []
        for form in ENTRY_ORDER[1:]:
            part = min(left, self.balance(form, currency))
            if part:
                parts.append(Payment(form, currency, part))
                left -= part
        if left:
            have = cents - left
            raise Refused(rule, f"{self.player} has {have} {currency} available, {cents} needed")
        return self._take(parts)

    def can_pay(self, cents: int, currency: str) -> bool:
        """Say whether `pay_entry` would succeed."""
        spendable = sum(self.balance(form, currency) for form in ENTRY_ORDER[1:])
        return spendable >= cents or self.balance(Form.TICKET, currency) == cents

    def withdraw(self, form: Form, currency: str, cents: int) -> None:
        """Take money out of the tournament world: cash only (PS-10.2)."""
        if form is not Form.CASH:
            raise Refused("PS-10.2", f"{form} can only buy tournament entries")
        if self.balance(form, currency) < cents:
            raise Refused("PS-8.1", f"{self.player} has less than {cents} {currency}")
        self._take([Payment(form, currency, cents)])

    def _take(self, parts: list[Payment]) -> tuple[Payment, ...]:
        for p in parts:
            self.balances[p.form, p.currency] -= p.cents
        return tuple(parts)


def satellite_refund(
    value: int, buy_in: int, currency: str, wanted: Form, *, gives_buy_in: bool
) -> Payment:
    """Return what unregistering from a seat won in a satellite gives (PS-10.2, FT-8, TV-73).

    Never cash. `value` is the seat's whole price; where `gives_buy_in`, T$ of the buy-in alone.
    """
    if wanted is Form.CASH:
        raise Refused("PS-10.2", "a seat won in a satellite is not refunded in cash")
    if gives_buy_in:
        return Payment(Form.T_MONEY, currency, buy_in)
    return Payment(wanted, currency, value)

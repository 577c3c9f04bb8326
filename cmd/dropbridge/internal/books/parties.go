package books

import (
	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/exchange"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// actNeeds are the keys of the config without which there is no act.
func actNeeds() []string {
	return []string{"company.name", "company.code", "counterparty.name", "counterparty.code", "counterparty.contract.number"}
}

// exchangeNeeds are those without which there is no file of payouts.
func exchangeNeeds() []string {
	return []string{"company.name", "company.code", "company.iban", "counterparty.name", "counterparty.code", "counterparty.iban"}
}

// requireParties refuses, with a *refusal.Refusal, a config that lacks some of the keys: all of
// them at once, in a sentence of the catalogue and the way out.
func requireParties(c *config.Config, sentence, way string, keys ...string) error {
	var missing wording.List
	for _, key := range c.Lacking(keys...) {
		missing = append(missing, wording.Literal(key))
	}
	if missing == nil {
		return nil
	}
	return refusal.New(failure.Config, wording.NewMessage(sentence, c.File, missing), wording.NewMessage(way, c.CounterpartyKey()))
}

// actParties are the parties as an act names them.
func actParties(c *config.Config) act.Parties {
	party := func(p config.Party) act.Party {
		return act.Party{Name: p.Name.Text, Code: p.Code.Text, Address: p.Address.Text, Person: p.Person.Text}
	}
	contract := c.Counterparty.Contract
	return act.Parties{Ours: party(c.Company), Theirs: party(c.Counterparty.Party), Contract: act.Contract{Number: contract.Number.Text, Signed: contract.Signed()}}
}

// exchangeParties are the parties as a file of payouts names them.
func exchangeParties(c *config.Config) (ours, theirs exchange.Party) {
	party := func(p config.Party) exchange.Party {
		return exchange.Party{Name: p.Name.Text, Code: p.Code.Text, IBAN: p.Account(), Bank: p.Bank.Text}
	}
	return party(c.Company), party(c.Counterparty.Party)
}

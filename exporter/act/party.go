package act

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Party is one of the two that sign an act.
type Party struct {
	Name, Code      string // Code is of the register of companies, or the taxpayer's number
	Address, Person string // "" where they are not to be named
}

// Contract is what the settlements go by.
type Contract struct {
	Number string
	Signed time.Time // zero where its day is not to be named
}

// Parties are both, and the contract between them.
type Parties struct {
	Ours, Theirs Party
	Contract     Contract
}

// Check refuses, with a *refusal.Refusal, parties of which something is missing that an act names:
// all of it at once, as the keys of the config.
func (p Parties) Check(config string) error {
	var missing wording.List
	for _, need := range []struct{ value, key string }{
		{p.Ours.Name, "company.name"}, {p.Ours.Code, "company.code"}, {p.Theirs.Name, "counterparty.name"},
		{p.Theirs.Code, "counterparty.code"}, {p.Contract.Number, "counterparty.contract.number"},
	} {
		if need.value == "" {
			missing = append(missing, wording.Literal(need.key))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return refusal.New(failure.Config, wording.NewMessage("act.missing", config, missing), wording.NewMessage("act.missing_way"))
}

// said is the contract in words.
func (c Contract) said(l wording.Language) string {
	if c.Signed.IsZero() {
		return l.Say("act.contract_undated", c.Number)
	}
	return l.Say("act.contract", c.Number, shownDay(l, c.Signed))
}

// shownDay is a day as people of the language write it.
func shownDay(l wording.Language, day time.Time) string {
	return day.Format(l.Of("02.01.2006", time.DateOnly))
}

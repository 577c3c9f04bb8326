package act

import (
	"time"

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

// said is the contract in words.
func (c Contract) said(l wording.Language) string {
	if c.Signed.IsZero() {
		return l.Say("act.contract_undated", c.Number)
	}
	return l.Say("act.contract", c.Number, l.Day(c.Signed))
}

package payouts

import (
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/bankfile"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// State is what became of a payout at the bank.
type State string

// The states.
const (
	Found      State = "found"
	Joined     State = "joined"      // in one transfer with others
	Split      State = "split"       // in several transfers
	Missing    State = "missing"     // not there
	NotCovered State = "not_covered" // the bank's file does not reach so far
	GivenBack  State = "given_back"  // the payout was given back, or is what gives it back
)

// The codes of differences.
const (
	CodeMissing   = "payout_missing"
	CodeBankOnly  = "bank_only"
	CodeAmbiguous = "bank_ambiguous"
)

// Difference is something that is on one side alone.
type Difference struct {
	Code    string
	EntryID string // of a payout, else ""
	Row     int    // of the bank's file, else 0
	Amount  money.Amount
	Day     time.Time
	Message wording.Message
}

// Match is a payout with the bank's lines that it came by.
type Match struct {
	State   State
	Lines   []bankfile.Line
	Days    int // between the payout and the nearest of the lines
	Message wording.Message
}

// Supplier is by what the bank's lines show that they are of the supplier.
type Supplier struct {
	Codes   []string // of the register of companies
	Account string   // IBAN
	Text    string   // that stands in the payer's name or in the purpose; it alone decides where it is given
}

// Comparison are the payouts of a period beside a bank's statement.
type Comparison struct {
	Bank        *bankfile.Statement
	Matches     map[string]Match // by the payout's entry
	Extra       []bankfile.Line  // of the period, from the supplier or nobody knows, and of no payout
	Others      int              // lines of the period from other payers
	Differences []Difference
	Unchecked   []Difference // payouts that the bank's file does not reach
}

// Compare holds payouts against a bank's statement. The list has those of some days before
// and after the period too: they may have come in it.
func Compare(list []Payout, period statement.Period, bank *bankfile.Statement, from Supplier, days int) *Comparison {
	c := &comparing{list: list, lines: slices.Clone(bank.Lines), from: from, days: days,
		period: [2]time.Time{civil(period.First()), civil(period.Last())},
		out:    &Comparison{Bank: bank, Matches: map[string]Match{}}, taken: map[int]bool{}, settled: map[int]bool{}, unclear: map[int]bool{}}
	c.prepare()
	standing := func(i int) bool { return !list[i].givenBack }
	ours := func(j int) bool { return c.payers[j] != other }
	c.pairUp(standing, ours)
	c.join(ours)
	c.split(ours)
	c.pairUp(func(i int) bool { return list[i].givenBack }, ours)
	c.pairUp(standing, func(j int) bool { return c.payers[j] == other })
	c.judgePayouts()
	c.judgeLines()
	return c.out
}

// payer says whether a line is of the supplier.
type payer uint8

const (
	unknown payer = iota
	supplied
	other
)

// comparing is a comparison that is being made.
type comparing struct {
	list    []Payout
	lines   []bankfile.Line
	payers  []payer
	from    Supplier
	days    int
	period  [2]time.Time // first and last day
	out     *Comparison
	taken   map[int]bool // lines
	settled map[int]bool // payouts
	unclear map[int]bool // lines that several choices of payouts would explain
}

// prepare finds out who paid each line. A currency that the bank leaves out is the ledger's;
// where that has several, such a line is of none of them.
func (c *comparing) prepare() {
	var currencies []string
	codes := slices.Clone(c.from.Codes)
	for _, p := range c.list {
		currencies = append(currencies, p.Entry.Currency)
		codes = append(codes, p.Entry.CounterpartyCode)
	}
	slices.Sort(currencies)
	currency := ""
	if currencies = slices.Compact(currencies); len(currencies) == 1 {
		currency = currencies[0]
	}
	codes = slices.DeleteFunc(codes, func(code string) bool { return code == "" })
	for j := range c.lines {
		if c.lines[j].Currency == "" {
			c.lines[j].Currency = currency
		}
		c.payers = append(c.payers, c.payerOf(&c.lines[j], codes))
	}
}

func (c *comparing) payerOf(l *bankfile.Line, codes []string) payer {
	is := func(yes bool) payer {
		if yes {
			return supplied
		}
		return other
	}
	switch {
	case c.from.Text != "":
		text := strings.ToLower(c.from.Text)
		return is(strings.Contains(strings.ToLower(l.Payer.Name), text) || strings.Contains(strings.ToLower(l.Purpose), text))
	case c.from.Account != "" && strings.EqualFold(l.Payer.Account, c.from.Account):
		return supplied
	case len(codes) > 0 && l.Payer.Code != "":
		return is(slices.Contains(codes, l.Payer.Code))
	}
	return unknown
}

// open are the payouts that nothing settled yet, and lines those that none took.
func (c *comparing) open(which func(int) bool) (out []dated) {
	for i, p := range c.list {
		if p.Amount.Sign() > 0 && !c.settled[i] && which(i) {
			out = append(out, dated{i, p.day, p.Amount, p.Entry.Currency})
		}
	}
	return out
}

func (c *comparing) free(which func(int) bool) (out []dated) {
	for j, l := range c.lines {
		if !c.taken[j] && which(j) {
			out = append(out, dated{j, l.Day, l.Amount, l.Currency})
		}
	}
	return out
}

// pairUp settles payouts by lines of their amount.
func (c *comparing) pairUp(payout, line func(int) bool) {
	for _, p := range matchEqual(c.open(payout), c.free(line), c.days) {
		c.settle(Found, []int{p.payout}, []int{p.line})
	}
}

// join settles several payouts by one line. Where several choices would do, none is taken.
func (c *comparing) join(line func(int) bool) {
	for _, whole := range c.free(line) {
		chosen, choices := parts(whole, c.open(func(i int) bool { return !c.list[i].givenBack }), c.days)
		switch {
		case choices == 1:
			c.settle(Joined, chosen, []int{whole.index})
		case choices > 1:
			c.unclear[whole.index] = true
		}
	}
}

// split settles one payout by several lines.
func (c *comparing) split(line func(int) bool) {
	for _, whole := range c.open(func(i int) bool { return !c.list[i].givenBack }) {
		free := c.free(func(j int) bool { return line(j) && !c.unclear[j] })
		if chosen, choices := parts(whole, free, c.days); choices == 1 {
			c.settle(Split, []int{whole.index}, chosen)
		}
	}
}

// settle notes by which lines payouts came.
func (c *comparing) settle(state State, payouts, lines []int) {
	m := Match{State: state}
	for _, j := range lines {
		c.taken[j] = true
		m.Lines = append(m.Lines, c.lines[j])
		if c.payers[j] == other {
			m.Message = wording.NewMessage("payouts.other_payer", c.lines[j].Payer.Name, c.lines[j].Payer.Code)
		}
	}
	for _, i := range payouts {
		c.settled[i] = true
		m := m
		m.Days = apart(c.list[i].day, m.Lines[0].Day)
		for _, l := range m.Lines[1:] {
			m.Days = min(m.Days, apart(c.list[i].day, l.Day))
		}
		switch state {
		case Joined:
			m.Message = wording.NewMessage("payouts.joined", len(payouts), statement.Shown(m.Lines[0].Amount))
		case Split:
			m.Message = wording.NewMessage("payouts.split", len(lines))
		}
		c.out.Matches[c.list[i].Entry.ID] = m
	}
}

// judgePayouts says of the payouts that no line settled what that means.
func (c *comparing) judgePayouts() {
	for i := range c.list {
		p := &c.list[i]
		if c.settled[i] || !c.within(p.day) {
			continue
		}
		c.out.Matches[p.Entry.ID] = c.judge(p)
	}
}

func (c *comparing) judge(p *Payout) Match {
	bank := c.out.Bank
	d := Difference{EntryID: p.Entry.ID, Amount: p.Amount, Day: p.day}
	switch {
	case p.givenBack:
		return Match{State: GivenBack, Message: wording.NewMessage("payouts.given_back")}
	case p.Amount.Sign() < 0:
		return Match{State: GivenBack, Message: wording.NewMessage("payouts.gives_back")}
	case bank.Last.IsZero():
		d.Message = wording.NewMessage("payouts.not_covered.empty")
	case p.day.Before(bank.First):
		d.Message = wording.NewMessage("payouts.not_covered.before", statement.OnDay(bank.First), statement.OnDay(p.day))
	case p.day.AddDate(0, 0, c.days).After(bank.Last):
		d.Message = wording.NewMessage("payouts.not_covered.after", statement.OnDay(bank.Last), statement.OnDay(p.day.AddDate(0, 0, c.days)))
	default:
		d.Code = CodeMissing
		d.Message = wording.NewMessage("payouts.missing", statement.Shown(p.Amount), statement.OnDay(p.day), c.days)
		c.out.Differences = append(c.out.Differences, d)
		return Match{State: Missing, Message: d.Message}
	}
	c.out.Unchecked = append(c.out.Unchecked, d)
	return Match{State: NotCovered, Message: d.Message}
}

// judgeLines names the lines of the period that are of no payout.
func (c *comparing) judgeLines() {
	for j, l := range c.lines {
		if c.taken[j] || !c.within(l.Day) {
			continue
		}
		if c.payers[j] == other {
			c.out.Others++
			continue
		}
		c.out.Extra = append(c.out.Extra, l)
		d := Difference{Code: CodeBankOnly, Row: l.Row, Amount: l.Amount, Day: l.Day}
		key := "payouts.bank_only"
		switch {
		case c.unclear[j]:
			d.Code, key = CodeAmbiguous, "payouts.ambiguous"
		case c.payers[j] == unknown:
			key = "payouts.bank_only.unknown"
		}
		d.Message = wording.NewMessage(key, statement.Shown(l.Amount), statement.OnDay(l.Day), l.Row)
		c.out.Differences = append(c.out.Differences, d)
	}
}

func (c *comparing) within(day time.Time) bool {
	return !day.Before(c.period[0]) && !day.After(c.period[1])
}

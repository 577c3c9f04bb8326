package bankfile

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// readExchange reads 1CClientBankExchange: lines of a key and a value, a section for each
// payment.
func (s *Statement) readExchange(data []byte, of []*Template) error {
	at := slices.IndexFunc(of, func(t *Template) bool { return t.format == formatExchange })
	if at < 0 {
		return refuse("no_exchange", filepath.Base(s.File))
	}
	text, faults := cells.Decode(data)
	if len(faults) > 0 {
		return refuse("unreadable", filepath.Base(s.File), faults[0].Message)
	}
	s.Template = of[at].Name
	e := &exchange{statement: s, template: of[at], accounts: map[string]bool{}}
	if err := e.read(text.Text); err != nil {
		return err
	}
	if !e.ended {
		return refuse("exchange_cut", filepath.Base(s.File))
	}
	if len(e.accounts) == 0 && e.undirected > 0 {
		return refuse("exchange_account", filepath.Base(s.File))
	}
	return e.takeAll()
}

// exchange is a file of 1CClientBankExchange as it is read.
type exchange struct {
	statement  *Statement
	template   *Template
	accounts   map[string]bool // whose statement it is
	payments   []payment
	undirected int // payments that do not say by a date whether they came in
	ended      bool
	from, to   time.Time
}

// payment is a section of the file.
type payment struct {
	row    int // of its first line
	values map[role]string
}

// read parts the file into its payments.
func (e *exchange) read(text string) error {
	var open *payment
	number := 0
	for line := range strings.Lines(text) {
		number++
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		of, rank := e.roleOf(key)
		switch {
		case of == roleBegin && open == nil:
			open = &payment{row: number, values: map[role]string{}}
		case of == roleBegin:
			return refuse("exchange_open", filepath.Base(e.statement.File), open.row)
		case of == roleEnd && open != nil:
			e.add(*open)
			open = nil
		case of == roleFileEnd:
			e.ended = open == nil
		case open != nil && of != "":
			if rank == 0 || open.values[of] == "" {
				open.values[of] = strings.TrimSpace(value)
			}
		case of != "":
			if err := e.head(of, value, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// roleOf is what a key means, and how far back in its list it stands.
func (e *exchange) roleOf(key string) (of role, rank int) {
	folded := fold(key)
	for of, keys := range e.template.roles {
		if at := slices.Index(keys, folded); at >= 0 {
			return of, at
		}
	}
	return "", 0
}

// head takes what stands before the payments.
func (e *exchange) head(of role, value string, number int) error {
	switch value = strings.TrimSpace(value); of {
	case roleAccount:
		e.accounts[compact(value)] = true
	case roleFrom, roleTo:
		day, ok := parseDay(value)
		if !ok {
			return refuse("date", filepath.Base(e.statement.File), number, string(of), celltext.Show(value))
		}
		if e.from.IsZero() || of == roleFrom && day.Before(e.from) {
			e.from = day
		}
		if day.After(e.to) {
			e.to = day
		}
	}
	return nil
}

func (e *exchange) add(p payment) {
	if p.values[roleReceived] == "" && p.values[roleWrittenOff] == "" {
		e.undirected++
	}
	e.payments = append(e.payments, p)
}

// takeAll takes the payments that came in, and the days that the file covers.
func (e *exchange) takeAll() error {
	for i := range e.payments {
		if err := e.take(&e.payments[i]); err != nil {
			return err
		}
	}
	if !e.from.IsZero() {
		e.statement.cover(e.from)
		e.statement.cover(e.to)
	}
	return nil
}

// take takes one payment. It came in where its payee is the statement's account, or where
// there is none by the day on which it was received.
func (e *exchange) take(p *payment) error {
	text := p.values[roleReceived]
	incoming := text != ""
	if len(e.accounts) > 0 && p.values[rolePayee] != "" {
		incoming = e.accounts[compact(p.values[rolePayee])]
	}
	for _, other := range []role{roleWrittenOff, roleDate} {
		if text == "" {
			text = p.values[other]
		}
	}
	day, ok := parseDay(text)
	if !ok {
		return refuse("date", filepath.Base(e.statement.File), p.row, string(roleDate), celltext.Show(text))
	}
	amount, err := parseAmount(p.values[roleAmount], '.')
	if err != nil || amount.Sign() < 0 {
		return refuse("amount", filepath.Base(e.statement.File), p.row, string(roleAmount), celltext.Show(p.values[roleAmount]))
	}
	e.statement.cover(day)
	if !incoming {
		e.statement.Outgoing++
		return nil
	}
	e.statement.Lines = append(e.statement.Lines, Line{Row: p.row, Day: day, Amount: amount,
		Payer:   Payer{Name: p.values[rolePayer], Code: p.values[roleCode], Account: compact(p.values[roleIBAN])},
		Purpose: p.values[rolePurpose], Document: p.values[roleDocument]})
	return nil
}

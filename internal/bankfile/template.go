package bankfile

import (
	"cmp"
	"strings"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// The formats of a bank's file.
const (
	formatTable    = "csv" // delimited text, or a workbook with the same columns
	formatExchange = "1c-exchange"
)

// Template says how one bank writes its statements. It is never changed after it was
// compiled.
type Template struct {
	Name, Description string

	format  string
	decimal byte // the decimal mark, 0 where the file's own numbers tell
	roles   map[role][]string
	words   map[word][]string
}

// role is what a column holds, or in 1CClientBankExchange a key.
type role string

const (
	roleDate      role = "date"
	roleAmount    role = "amount"    // of either sign, or with a direction
	roleCredit    role = "credit"    // what came in
	roleDebit     role = "debit"     // what went out
	roleDirection role = "direction" // in or out, in words
	roleState     role = "state"     // carried out or not, in words
	roleCurrency  role = "currency"
	rolePayer     role = "payer"
	roleCode      role = "payer_code"
	roleIBAN      role = "payer_account"
	rolePurpose   role = "purpose"
	roleDocument  role = "document"

	// Of 1CClientBankExchange alone.
	roleReceived   role = "received"    // the day on which it came in
	roleWrittenOff role = "written_off" // the day on which it went out
	rolePayee      role = "payee_account"
	roleAccount    role = "account" // whose statement it is
	roleFrom       role = "from"
	roleTo         role = "to"
	roleBegin      role = "document_begin"
	roleEnd        role = "document_end"
	roleFileEnd    role = "file_end"
)

// word is what a cell says.
type word string

const (
	wordIncoming word = "incoming"
	wordOutgoing word = "outgoing"
	wordDone     word = "done"
	wordUndone   word = "undone"
	wordTotal    word = "totals" // how rows begin that are no payments
)

type templateSpec struct {
	Name        strictyaml.Scalar              `yaml:"name"`
	Kind        strictyaml.Scalar              `yaml:"kind"`
	Format      strictyaml.Scalar              `yaml:"format"`
	Description string                         `yaml:"description"`
	Decimal     strictyaml.Scalar              `yaml:"decimal"`
	Columns     map[role][]strictyaml.Scalar   `yaml:"columns"`
	Words       map[word]([]strictyaml.Scalar) `yaml:"words"`
}

// Compile reads a template's YAML; file is its name in errors. Every mistake is a
// *strictyaml.Error.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	c, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	t := &Template{Name: s.Name.Text, Description: s.Description, roles: map[role][]string{}, words: map[word][]string{}}
	if err := cmp.Or(c.Named(s.Name), c.OfKind(s.Kind, string(templates.Bank))); err != nil {
		return nil, err
	}
	if t.format, err = c.Choose("format", s.Format, csvtemplate.Words(formatTable, formatExchange), formatTable); err != nil {
		return nil, err
	}
	mark, err := c.Choose("decimal", s.Decimal, csvtemplate.Words(",", "."), "\x00")
	if err != nil {
		return nil, err
	}
	t.decimal = mark[0]
	if err := gather(c, "column", s.Columns, t.known(), t.roles); err != nil {
		return nil, err
	}
	if err := gather(c, "word", s.Words, []word{wordIncoming, wordOutgoing, wordDone, wordUndone, wordTotal}, t.words); err != nil {
		return nil, err
	}
	return t, t.check(c, s.Name)
}

// known are the roles of the template's format.
func (t *Template) known() []role {
	if t.format == formatExchange {
		return []role{roleDate, roleAmount, rolePayer, roleCode, roleIBAN, rolePurpose, roleDocument,
			roleReceived, roleWrittenOff, rolePayee, roleAccount, roleFrom, roleTo, roleBegin, roleEnd, roleFileEnd}
	}
	return []role{roleDate, roleAmount, roleCredit, roleDebit, roleDirection, roleState, roleCurrency, rolePayer, roleCode, roleIBAN, rolePurpose, roleDocument}
}

// gather takes the lists of a file over, under names that are known.
func gather[K ~string](c csvtemplate.Compiler, what string, from map[K][]strictyaml.Scalar, known []K, into map[K][]string) error {
	names := map[K]bool{}
	var all []string
	for _, name := range known {
		names[name] = true
		all = append(all, string(name))
	}
	for name, list := range from {
		at := strictyaml.Scalar{Text: string(name)}
		if len(list) > 0 {
			at.Line, at.Column = list[0].Line, list[0].Column
		}
		if !names[name] {
			return c.Unknown(at, what, all)
		}
		for _, one := range list {
			into[name] = append(into[name], fold(one.Text))
		}
	}
	return nil
}

// check refuses a template by which no payment could be read.
func (t *Template) check(c csvtemplate.Compiler, at strictyaml.Scalar) error {
	has := func(r role) bool { return len(t.roles[r]) > 0 }
	if t.format == formatExchange {
		for _, r := range []role{roleDate, roleAmount, roleReceived, rolePayee, roleAccount, roleBegin, roleEnd, roleFileEnd} {
			if !has(r) {
				return c.Fail(at, "the format %s needs columns.%s: the key under which files have it", formatExchange, r)
			}
		}
		return nil
	}
	switch {
	case !has(roleDate):
		return c.Fail(at, "a bank's template needs columns.date: the headings of the day on which a payment was booked")
	case !has(roleAmount) && !has(roleCredit):
		return c.Fail(at, "a bank's template needs columns.amount, or columns.credit for what came in")
	case has(roleDirection) && (len(t.words[wordIncoming]) == 0 || len(t.words[wordOutgoing]) == 0):
		return c.Fail(at, "columns.direction needs words.incoming and words.outgoing")
	case has(roleState) && len(t.words[wordDone]) == 0:
		return c.Fail(at, "columns.state needs words.done")
	}
	return nil
}

// Load compiles a template of the set by its name, or every one of them for the name "".
func Load(from templates.Set, name string) ([]*Template, error) {
	names := []string{name}
	if name == "" {
		var err error
		if names, err = from.Names(templates.Bank); err != nil {
			return nil, err
		}
	}
	var out []*Template
	for _, one := range names {
		data, file, err := from.Read(templates.Bank, one)
		if err != nil {
			return nil, err
		}
		t, err := Compile(file, data)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// look are letters of the Latin alphabet that banks write for Cyrillic ones, and the other
// way round; the apostrophes are one.
var look = strings.NewReplacer("i", "\u0456", "a", "\u0430", "e", "\u0435", "o", "\u043e", "p", "\u0440", "c", "\u0441", "x", "\u0445", "y", "\u0443",
	"\u00ef", "\u0457", "\u2019", "'", "\u02bc", "'", "`", "'", "\u0451", "\u0435")

// fold makes headings and words comparable: small letters, one blank between words, one
// form of letters that look alike.
func fold(text string) string {
	return look.Replace(strings.Join(strings.Fields(strings.ToLower(strings.Trim(text, " \u00a0:.\""))), " "))
}

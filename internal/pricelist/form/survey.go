package form

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Column is a path of a list with what it is.
type Column struct {
	Path     string   `json:"path"`
	Role     Role     `json:"role,omitempty"`
	Surety   float64  `json:"confidence"`
	Filled   int64    `json:"filled"` // records that have it
	Examples []string `json:"examples"`

	currency string // that the heading names
	from     int64  // of a tier's price, where the heading says it
	rank     int
	called   string   // of an attribute by its own name: what it is called
	variant  bool     // the value is a variant's own
	mark     [2]int64 // decimal marks that were seen for certain: commas, points
	sizes    *sizes   // of its prices
	arrows   int64    // values with > in them, as paths of categories have
}

// Form is a list that was surveyed, as it is read from then on.
type Form struct {
	Columns    []*Column
	Records    int64
	Categories map[string]listfile.Category
	Notes      []listfile.Note // of the list as a whole
	Twice      Named           // SKUs of several products, where they have ids of their own
	Circles    Named           // categories that stand in themselves
	Weightless Named           // weights that cannot be read, as they are written

	hints          *Hints
	format         string
	byPath         map[string]*Column
	pairs          map[[2]Role]comparison
	variants, bare int64 // variants of several, and those of them without a SKU and an id

	usual string // the currency of prices that name none
}

// comparison counts how two prices of the same records stand to each other.
type comparison struct{ compared, less int64 }

// shownExamples is how many values of a column are kept as examples.
const shownExamples = 3

// mostColumns bounds what a survey keeps: no list has so many kinds of values.
const mostColumns = 2_000

// Survey reads a whole list once and learns its columns. That it comes to its end proves the
// list whole; errors are faults of package listfile.
func Survey(ctx context.Context, list listfile.Reader, format string, hints *Hints) (*Form, error) {
	f := &Form{hints: hints, format: format, byPath: map[string]*Column{}, pairs: map[[2]Role]comparison{}, usual: hints.Currency}
	if f.usual == "" {
		f.usual = money.Hryvnia
	}
	for _, heading := range list.Columns() {
		if hints.Made == nil {
			f.column(heading)
		}
	}
	var record listfile.Record
	var known supplier.IDSet // of SKUs
	for {
		err := list.Next(&record)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		f.Records++
		if fault := f.learn(&record); fault != nil {
			return nil, fault
		}
		if sku, apart := f.identify(&record); apart && !known.Add(sku) {
			f.Twice.Add(sku)
		}
		if f.Records%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if hints.Made != nil {
		f.declare()
	}
	f.Categories, f.Notes = list.Categories(), list.Notes()
	f.noteCircles()
	return f, nil
}

// column is the column of a path, nil where there are too many.
func (f *Form) column(path string) *Column {
	if c, ok := f.byPath[path]; ok {
		return c
	}
	if len(f.Columns) == mostColumns {
		return nil
	}
	m := f.hints.meaningOf(path)
	c := &Column{Path: path, Role: m.role, Surety: m.surety, currency: m.currency, from: m.from, rank: m.rank, called: m.called, variant: m.variant, Examples: []string{}}
	f.Columns = append(f.Columns, c)
	f.byPath[path] = c
	return c
}

// learn takes in a record. More columns than a list has would be left unread without a word.
func (f *Form) learn(record *listfile.Record) *listfile.Fault {
	prices := map[Role]money.Amount{}
	own := false
	for i := range record.Values {
		if f.hints.Made != nil { // the mapping knows its places
			break
		}
		v := &record.Values[i]
		c := f.column(v.Path)
		if c == nil {
			return listfile.Faultf(listfile.Unreadable, "columns", f.hints.Name, mostColumns, f.hints.Key)
		}
		if v.Text == "" || v.Aside() && c.Role != NoRole && !c.Role.attribute() {
			continue
		}
		own = own || c.variant && (c.Role == SKU || c.Role == ID)
		c.Filled++
		c.example(v.Text)
		if strings.Contains(v.Text, ">") {
			c.arrows++
		}
		if c.Role == WeightKG || c.Role == WeightG {
			if _, ok := gramsOf(c, v.Text); !ok && strings.Trim(v.Text, "0.,-–— ") != "" {
				f.Weightless.Add(v.Text)
			}
		}
		if !c.Role.money() {
			continue
		}
		c.learnMark(v.Text)
		if amount, _, err := f.amount(c, v); err == nil {
			prices[c.Role] = amount
			c.measure(amount)
		}
	}
	f.compare(prices)
	f.countVariant(record, own)
	return nil
}

// identify is the SKU of a record, as far as columns tell before they are decided; apart says
// that it has an id beside it, without which equal SKUs are equal ids.
func (f *Form) identify(record *listfile.Record) (sku string, apart bool) {
	best, id := behindAll, ""
	for i := range record.Values {
		v := &record.Values[i]
		c := f.byPath[v.Path]
		switch {
		case c == nil || v.Text == "" || v.Aside() || record.Variant && !record.Lone && !c.variant:
		case c.Role == ID:
			id = v.Text
		case c.Role == SKU && c.rank < best:
			sku, best = v.Text, c.rank
		}
	}
	return sku, sku != "" && id != "" && id != sku
}

// countVariant counts the variants of products that have several; own says that this one has a
// SKU or an id.
func (f *Form) countVariant(record *listfile.Record, own bool) {
	if record.Variant && !record.Lone {
		f.variants++
		if !own {
			f.bare++
		}
	}
}

// example keeps a value that is not among the examples yet.
func (c *Column) example(text string) {
	if len(c.Examples) == shownExamples {
		return
	}
	text = oneline.Clean(text, 60)
	if !slices.Contains(c.Examples, text) {
		c.Examples = append(c.Examples, strings.Clone(text))
	}
}

// measure counts the size of a price.
func (c *Column) measure(amount money.Amount) {
	if c.sizes == nil {
		c.sizes = &sizes{}
	}
	c.sizes.note(amount)
}

// compare notes how the prices of one record stand to each other.
func (f *Form) compare(prices map[Role]money.Amount) {
	for _, pair := range [][2]Role{{Price, DropPrice}, {Price, Wholesale}, {RRP, Price}, {RRP, DropPrice}} {
		high, low := prices[pair[0]], prices[pair[1]]
		if !high.IsSet() || !low.IsSet() || high.Sign() == 0 || low.Sign() == 0 {
			continue
		}
		c := f.pairs[pair]
		c.compared++
		if high.Cmp(low) < 0 {
			c.less++
		}
		f.pairs[pair] = c
	}
}

// Undecided is the form as its survey left it.
func (f *Form) Undecided() *Form {
	out := *f
	out.Columns, out.byPath = make([]*Column, len(f.Columns)), make(map[string]*Column, len(f.Columns))
	for i, c := range f.Columns {
		fresh, m := *c, f.hints.meaningOf(c.Path)
		fresh.Role, fresh.Surety = m.role, m.surety
		out.Columns[i], out.byPath[c.Path] = &fresh, &fresh
	}
	return &out
}

// contradicts reports whether rows speak against the first price being the higher one: more
// than one in twenty.
func (f *Form) contradicts(high, low Role) bool {
	c := f.pairs[[2]Role{high, low}]
	return c.less*20 > c.compared
}

// Ordered are columns in the order in which those of one role go before each other.
func Ordered(columns []*Column) []*Column {
	return slices.SortedStableFunc(slices.Values(columns), func(a, b *Column) int { return cmp.Compare(a.rank, b.rank) })
}

// has is the column of a role that goes before the others of it, nil for none.
func (f *Form) has(role Role) (best *Column) {
	for _, c := range f.Columns {
		if c.Role == role && c.Filled > 0 && (best == nil || c.rank < best.rank) {
			best = c
		}
	}
	return best
}

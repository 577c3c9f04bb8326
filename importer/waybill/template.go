package waybill

import (
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Template says what the shop's system imports. It is compiled once, is never changed
// after that, and may be used for several files at the same time.
type Template struct {
	Name        string
	Description string

	sum       string // of the YAML that it was compiled from
	delimiter rune
	encoding  csvtemplate.Encoding
	bom       bool
	crlf      bool
	headings  bool
	defuse    bool
	sheet     string // the name of a workbook's sheet
	rows      rowKind
	join      string
	date      string // a layout of package time
	zone      *time.Location
	leaveOut  []string // statuses of orders that are not in the file
	carriers  map[string]string
	tracking  map[string]string // addresses with {waybill} in them
	columns   []column
}

// rowKind is what one row of the file stands for.
type rowKind string

const (
	rowWaybill rowKind = "waybill"
	rowOrder   rowKind = "order"
	rowItem    rowKind = "item"
)

// column shows a field, or always the same text.
type column struct {
	heading  string
	field    *field // nil for a constant
	constant string
	words    map[string]string // what stands for which value
	other    string            // what stands for a value that is not among the words
	hasOther bool
}

type templateSpec struct {
	Name        strictyaml.Scalar            `yaml:"name"`
	Kind        strictyaml.Scalar            `yaml:"kind"`
	Format      strictyaml.Scalar            `yaml:"format"`
	Description string                       `yaml:"description"`
	Delimiter   strictyaml.Scalar            `yaml:"delimiter"`
	Encoding    strictyaml.Scalar            `yaml:"encoding"`
	BOM         bool                         `yaml:"bom"`
	LineEnd     strictyaml.Scalar            `yaml:"line_end"`
	Headings    *bool                        `yaml:"headings"`
	Defuse      *bool                        `yaml:"defuse"`
	Sheet       strictyaml.Scalar            `yaml:"sheet"`
	Rows        strictyaml.Scalar            `yaml:"rows"`
	Join        strictyaml.Scalar            `yaml:"join"`
	Date        strictyaml.Scalar            `yaml:"date"`
	Zone        strictyaml.Scalar            `yaml:"zone"`
	LeaveOut    []strictyaml.Scalar          `yaml:"leave_out"`
	Carriers    map[string]strictyaml.Scalar `yaml:"carriers"`
	Tracking    map[string]strictyaml.Scalar `yaml:"tracking"`
	Columns     []columnSpec                 `yaml:"columns"`
}

type columnSpec struct {
	Column csvtemplate.Column           `yaml:",inline"`
	Words  map[string]strictyaml.Scalar `yaml:"words"`
	Other  strictyaml.Scalar            `yaml:"other"`
}

// PerItem reports whether the file has a row for each line of an order: Order.Items is
// needed then.
func (t *Template) PerItem() bool { return t.rows == rowItem }

// PerWaybill reports whether the file has a row for each waybill, and not one of all
// waybills of an order.
func (t *Template) PerWaybill() bool { return t.rows == rowWaybill }

// Takes reports whether the file has rows of an order: one with a waybill, whose status
// is none that the template leaves out.
func (t *Template) Takes(o Order) bool {
	return len(o.Parcels) > 0 && !slices.Contains(t.leaveOut, o.Status)
}

// Format is how a file is written.
type Format string

// The formats of waybill files.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// FormatOf is the format that the ending of a file's name asks for, false for any other.
func FormatOf(path string) (Format, bool) {
	lower := strings.ToLower(path)
	for _, format := range []Format{CSV, XLSX} {
		if strings.HasSuffix(lower, "."+string(format)) {
			return format, true
		}
	}
	return "", false
}

// field is something that a column can show. Exactly one of order, parcel and item gives it.
type field struct {
	name   string
	names  bool // it tells which order a row is of
	number bool // its cells are numbers in a workbook
	order  func(*Template, Order) string
	parcel func(*Template, Parcel) string
	item   func(Item) string
}

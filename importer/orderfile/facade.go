package orderfile

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/draft"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/route"
	"github.com/dropbridge/dropbridge/templates"
)

// What callers of Read name of the rooms below.
type (
	// Column is a column of an order file and what was made of its heading.
	Column = draft.Column
	// Profile is the template by which files are read, or that which chooses one.
	Profile = ordertemplate.Template
	// Field is a field of an order, which a column may hold.
	Field = field.Field
	// Problem is something about an order file that a person should know.
	Problem = problem.Problem
	// List is a list of a source in the config, which says what its files mean.
	List = problem.List
	// Order is one order of a file and the rows that it was read from.
	Order = orders.Order
	// Route says to which of several suppliers lines go.
	Route = route.Route
	// Routes are those of all sources.
	Routes = route.Routes
	// Skipped is an order of which the file itself says that it is not to be sent.
	Skipped = orders.Skipped
	// Line is one data row of the file.
	Line = orders.Line
	// Unread is a column of which nothing was read, for people to look at.
	Unread = orders.Unread
	// Result is what became known of one data row: the five cells that WriteResult adds.
	Result = cells.Result
)

// Error is the weight of a problem that refuses its row's order, or the file.
const Error = problem.Error

// The lists by which a problem is settled: see Problem.Teaching.
const (
	States   = problem.States
	Payments = problem.Payments
	Carriers = problem.Carriers
	Columns  = problem.Columns
	Ignore   = problem.Ignore
)

// The codes of problems of a whole file that callers tell apart.
const (
	EncodingUnknown   = problem.EncodingUnknown
	FileEmpty         = problem.FileEmpty
	FileNULFilled     = problem.FileNULFilled
	FileTruncated     = problem.FileTruncated
	HeadingMissing    = problem.HeadingMissing
	HeadingsUnknown   = problem.HeadingsUnknown
	NoRows            = problem.NoRows
	OrderNumberAbsent = problem.OrderNumberAbsent
	QuoteUnterminated = problem.QuoteUnterminated
)

// Fields are the fields that a column may hold, in the order in which people think of them.
func Fields() []Field { return field.All() }

// Automatic names the profile that chooses a template by the headings of each file.
const Automatic = ordertemplate.Automatic

// LoadProfile reads an order template of a set by its name or file, or all of them for
// Automatic.
func LoadProfile(from templates.Set, name string) (*Profile, error) {
	return ordertemplate.Load(from, name)
}

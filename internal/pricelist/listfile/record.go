package listfile

// Formats of lists.
const (
	YML  = "yml" // of XML, the form of shops: offers with categories by their parents
	XML  = "xml"
	CSV  = "csv" // any delimited text
	XLSX = "xlsx"
	JSON = "json"
)

// Formats are all of them.
func Formats() []string { return []string{YML, XML, CSV, XLSX, JSON} }

// Record is what a list says of one product.
type Record struct {
	Number  int64 // of the row as a spreadsheet counts, or of the record from 1
	Values  []Value
	Section string // the section that the row stands in, with those around it before it, "" for none
	Variant bool   // it is one of the variants of a product
	Lone    bool   // and the only one
	Odd     Oddity // why the record as a whole cannot be read
	JSON    string // the record as one object, where How.Whole asks for that in place of values

	last int32 // how many variants were read
}

// sectionMark stands between a section and those that it holds.
const sectionMark = " > "

// How rows that name sections stand to each other, where somebody says it.
const (
	NestedSections = "nested" // each one directly below another is within it
	FlatSections   = "flat"   // the last one counts
)

// KeyPath is the path of the key under which an object stands in another one.
const KeyPath = "@key"

// Oddity is what is wrong with a record as a whole.
type Oddity string

// The oddities.
const (
	Sound      Oddity = ""
	TooWide    Oddity = "row_wide"   // more cells than headings
	TooNarrow  Oddity = "row_narrow" // fewer cells than headings, in a text
	HiddenRow  Oddity = "row_hidden"
	StruckRow  Oddity = "row_struck"
	CellFailed Oddity = "cell_failed" // #N/A and its like, or a formula without its value
)

// Value is one value of a record. One path may have several.
type Value struct {
	Path   string // such as "price", "@id", "prices.price.value", or a heading as it is written
	Text   string // without blanks around it; "" where nothing stands there
	Number bool   // of a workbook: its text is the plain decimal number

	first, last int32 // the variants whose value it is, 0 where it is the product's
}

// Aside reports whether it stands in a list that is called like one of variants, and is none.
func (v *Value) Aside() bool { return v.first < 0 }

// Category is a node of a tree of categories beside the records.
type Category struct {
	Name   string
	Parent string // its id, "" at the root
}

// Reader gives a list's records, one after the other.
type Reader interface {
	// Next reads a record into the memory of an earlier one, whose texts stay; io.EOF after
	// the last one, which proves that the list is whole. Another error is a *Fault.
	Next(into *Record) error
	// Categories is the tree beside the records by its ids, which is complete after io.EOF.
	Categories() map[string]Category
	// Columns are the headings of a table in their order, nil of another list.
	Columns() []string
	// Notes are what is to be known of the list as a whole, complete after io.EOF.
	Notes() []Note
	Close() error
}

// Headings is who knows how the columns of lists are called.
type Headings interface {
	// Known reports whether a heading, or a path, is one of a list of goods.
	Known(text string) bool
	// Record reports whether an element is a record by its name, in small letters.
	Record(name string) bool
	// Container reports whether an element or a list holds records by its name, in small letters.
	Container(name string) bool
	// Keyed reports whether an object holds records under keys by its name, in small letters.
	Keyed(name string) bool
	// Variants reports whether a list or an element holds variants of a product by its name, in
	// small letters.
	Variants(name string) bool
	// Section reports whether an element is a category that holds records, by its name in small letters.
	Section(name string) bool
	// Foreign reports whether a member is one of orders, in small letters: neither an object that
	// has it nor what lies in it are goods of a list.
	Foreign(name string) bool
	// Typed reports whether an element or a list holds prices whose kinds stand beside them, Kind
	// which member or attribute is the kind, and Amount which the price; all in small letters.
	Typed(name string) bool
	Kind(name string) bool
	Amount(name string) bool
	// Sum reports whether a text says that what stands beside it are sums.
	Sum(text string) bool
	// Around reports whether a member holds what is said of the list as a whole, Further whether
	// it says that more follows, and Pages whether it counts the pages of the whole list.
	Around(name string) bool
	Further(name string) bool
	Pages(name string) bool
	// Plain reports whether the name of a sheet says nothing, as one that a program gives.
	Plain(name string) bool
	// Telling reports whether a path is one that only goods have: a SKU, a price or a stock.
	Telling(path string) bool
}

package encode

import "slices"

// Format is a kind of file.
type Format struct {
	Name     string
	Table    bool // it has rows, not elements
	Gzip     bool // a compressed copy makes sense
	Places   bool // its pages need to know how many rows they get
	Rewrites bool // it goes back in Output.Whole, so that Output.Plain does not see every byte

	Open func(Output, Options) (Writer, error)
}

// Formats are all formats: a new one is a file and a line.
func Formats() []Format {
	return []Format{
		{Name: "csv", Table: true, Gzip: true, Open: openCSV},
		{Name: "tsv", Table: true, Gzip: true, Open: openCSV},
		{Name: "xlsx", Table: true, Places: true, Rewrites: true, Open: openXLSX},
		{Name: "yml", Gzip: true, Open: openXML},
		{Name: "xml", Gzip: true, Open: openXML},
	}
}

// Named finds a format.
func Named(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// Names are the names of all formats.
func Names() (names []string) {
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Writer is a file being written. Its pages do the work.
type Writer interface {
	// NewPage makes one worker's memory for one page after another.
	NewPage() Page
	// Close writes what stands after the last record and completes the file.
	Close() error
}

// Page is one worker's share of a file. Its methods are called in this order for each
// page: Place and Write by one goroutine at a time in the order of the list, Add and Seal
// by many at once. An error in between is given by Write.
type Page interface {
	Place(rows []int) // empties the page, and takes it its place for so many rows of each table (see Format.Places)
	Add(*Record) Loss // writes a record behind those before it
	Seal()            // ends the page: nothing is added any more
	Write() error     // puts the page's bytes into the file
}

// Record is what is written at a time.
type Record struct {
	Table    int       // of a row: the table in which it stands
	Cells    []Cell    // of a row, one a column
	Elements []Element // of formats without tables: those of one offer
}

// Loss is what of a record the format cannot hold. It is valid until the next record.
type Loss struct {
	Cleaned   string   // the characters that are left out, in words; "": none
	Cut       []string // the headings of cells that are cut to what a cell holds
	Addresses int      // how many addresses that are none of the web are left out
	Address   string   // the last of these
}

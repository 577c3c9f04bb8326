package encode

import "slices"

// Format is a kind of file.
type Format struct {
	Name      string
	Table     bool // it has rows, not elements
	CopyLevel int  // the usual level of a compressed copy, from 1, quick, to 9, small; 0: a copy makes no sense
	Places    bool // its pages need to know how many rows they get
	Rewrites  bool // it goes back in Output.Whole, so that Output.Plain does not see every byte

	Open func(Output, Options) (Writer, error)
}

// Formats are all formats: a new one is a file and a line.
//
// Copies are within 1.15 times the size of zlib's level 6. Elements need level 5 for that: most of
// a feed is markup, which only a level that looks for longer matches makes little of.
func Formats() []Format {
	return []Format{
		{Name: "csv", Table: true, CopyLevel: 3, Open: openCSV},
		{Name: "tsv", Table: true, CopyLevel: 3, Open: openCSV},
		{Name: "xlsx", Table: true, Places: true, Rewrites: true, Open: openXLSX},
		{Name: "yml", CopyLevel: 5, Open: openXML},
		{Name: "xml", CopyLevel: 5, Open: openXML},
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

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

package exporter

// format is a feed being written. Its parts do the work; close writes what stands
// after the last product and completes the file.
type format interface {
	newPart() part
	close() error
}

// part is one worker's share of a feed, used for one page after another. The methods
// are called in this order for each page: place and write by one goroutine at a time
// in the order of the list, encode by many at once.
type part interface {
	place(offers []*offer)                // takes the page's offers their place in the file
	encode(offers []*offer, notes *notes) // makes the page's bytes
	write() error                         // puts the page's bytes into the file
}

// formatInfo is what the factory knows of a format.
type formatInfo struct {
	name  string
	table bool // has columns, not an offer
	gzip  bool // a compressed copy makes sense
	open  func(*feed) (format, error)
}

// formats is the factory: a new format is a file and a line.
func formats() []formatInfo {
	return []formatInfo{
		{"csv", true, true, openCSV},
		{"tsv", true, true, openCSV},
		{"xlsx", true, false, openXLSX},
		{"yml", false, true, openXML},
		{"xml", false, true, openXML},
	}
}

func formatNamed(name string) (formatInfo, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f, true
		}
	}
	return formatInfo{}, false
}

func formatNames() (names []string) {
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

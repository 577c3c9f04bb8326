package page

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// rowView is the rows of an order as they stand in one of its files.
type rowView struct {
	frame
	Number  string
	Address string // of the order
	File    string
	Columns []string   // the rows, as a spreadsheet counts them
	Cells   []cellLine // by heading
	Failed  string
}

// cellLine is what stands under a heading, in each of the rows.
type cellLine struct {
	Heading string
	Texts   []string
}

// rowAddress is the page of the rows of an order in a file.
func rowAddress(source, number string, file int64) string {
	return "/row?" + url.Values{"source": {source}, "number": {number}, "file": {strconv.FormatInt(file, 10)}}.Encode()
}

// row shows the rows of an order as they stand in a file that held it. It does not renew
// itself: the file may be long.
func (p *pages) row(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeOrders)
	f.Still = true
	source, number := r.FormValue("source"), r.FormValue("number")
	v := rowView{frame: f, Number: number, Address: orderAddress(source, number)}
	v.Title = say(f.Language, "row_titled", number)
	found, err := p.Shop.Find(r.Context(), f.Language, source, number)
	file, known := fileOf(found, r.FormValue("file"))
	switch {
	case err != nil:
		p.Logger.Error("an order was not read", "error", err)
		v.Failed = say(f.Language, "list_unread")
		p.render(w, r, http.StatusServiceUnavailable, "row", v)
		return
	case !known:
		v.Failed = say(f.Language, "row_unknown")
		p.render(w, r, http.StatusNotFound, "row", v)
		return
	}
	v.File = file.File
	written, err := p.Shop.Written(r.Context(), file.ID, file.Rows)
	if err != nil || len(written.Rows) == 0 {
		p.Logger.Warn("rows were not read", "file", file.File, "error", err)
		v.Failed = say(f.Language, "row_gone")
	}
	for _, row := range written.Rows {
		v.Columns = append(v.Columns, say(f.Language, "row", row.Row))
		for n, text := range row.Cells {
			for n >= len(v.Cells) {
				v.Cells = append(v.Cells, cellLine{Heading: heading(f.Language, written.Headings, len(v.Cells))})
			}
			for len(v.Cells[n].Texts) < len(v.Columns)-1 {
				v.Cells[n].Texts = append(v.Cells[n].Texts, "") // rows before that are shorter
			}
			v.Cells[n].Texts = append(v.Cells[n].Texts, text)
		}
	}
	p.render(w, r, http.StatusOK, "row", v)
}

// heading is the heading of a column, or its number where it has none.
func heading(l wording.Language, headings []string, n int) string {
	if n < len(headings) && headings[n] != "" {
		return headings[n]
	}
	return say(l, "column", n+1)
}

// fileOf is the file with a number among those that held orders.
func fileOf(orders []overview.OrderStatus, id string) (overview.StoryFile, bool) {
	for _, o := range orders {
		if o.Story == nil {
			continue
		}
		for _, file := range o.Story.Files {
			if strconv.FormatInt(file.ID, 10) == id {
				return file, true
			}
		}
	}
	return overview.StoryFile{}, false
}

package waybill

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

type compiler struct{ file string }

func (c compiler) head(_ *Template, s *templateSpec) error {
	switch {
	case s.Name.Text == "":
		return c.fail(s.Name, "a template needs a name")
	case s.Kind.Text != "waybills":
		return c.fail(s.Kind, "kind must be waybills, not %q", s.Kind.Text)
	case s.Format.Text != "csv" && s.Format.Text != "xlsx":
		return c.fail(s.Format, "format must be csv or xlsx, not %q; the ending of out decides in the end", s.Format.Text)
	case len(s.Columns) == 0:
		return c.fail(s.Name, "a template needs columns")
	}
	return nil
}

// choice is a word of the template's notation and what it means.
type choice struct{ name, means string }

func (c compiler) style(t *Template, s *templateSpec) error {
	var delimiter, coded, end string
	for _, one := range []struct {
		key      string
		value    strictyaml.Scalar
		known    []choice
		fallback string
		into     *string
	}{
		{"delimiter", s.Delimiter, []choice{{",", ","}, {";", ";"}, {"tab", "\t"}, {"|", "|"}}, ",", &delimiter},
		{"encoding", s.Encoding, []choice{{"utf-8", string(utf8Text)}, {"windows-1251", string(windows1251)}}, string(utf8Text), &coded},
		{"line_end", s.LineEnd, []choice{{"crlf", "crlf"}, {"lf", "lf"}}, "crlf", &end},
		{"date", s.Date, dates(), time.DateOnly, &t.date},
	} {
		if err := c.choose(one.key, one.value, one.known, one.fallback, one.into); err != nil {
			return err
		}
	}
	t.delimiter, _ = utf8.DecodeRuneInString(delimiter)
	t.encoding, t.crlf = encoding(coded), end == "crlf"
	if t.bom && t.encoding != utf8Text {
		return c.fail(s.Encoding, "a byte order mark (bom) belongs to utf-8 alone")
	}
	zone := "Europe/Kyiv"
	if s.Zone.Set {
		zone = s.Zone.Text
	}
	var err error
	if t.zone, err = time.LoadLocation(zone); err != nil || zone == "" {
		return c.fail(s.Zone, "zone %q is not known: write one such as Europe/Kyiv or UTC", zone)
	}
	return nil
}

// dates are the notations of a date.
func dates() []choice {
	return []choice{{"yyyy-mm-dd", time.DateOnly}, {"dd.mm.yyyy", "02.01.2006"}, {"dd-mm-yyyy", "02-01-2006"}, {"mm-dd-yyyy", "01-02-2006"},
		{"dd/mm/yyyy", "02/01/2006"}, {"mm/dd/yyyy", "01/02/2006"}, {"yyyymmdd", "20060102"},
		{"yyyy-mm-dd hh:mm", "2006-01-02 15:04"}, {"dd.mm.yyyy hh:mm", "02.01.2006 15:04"}, {"rfc3339", time.RFC3339}}
}

// mostSheetName is how many characters the name of a workbook's sheet may have.
const mostSheetName = 31

func (c compiler) sheet(t *Template, s *templateSpec) error {
	if t.sheet = "Sheet1"; !s.Sheet.Set {
		return nil
	}
	t.sheet = s.Sheet.Text
	if t.sheet == "" || utf8.RuneCountInString(t.sheet) > mostSheetName || strings.ContainsAny(t.sheet, `:\/?*[]'`) {
		return c.fail(s.Sheet, `%q cannot name a sheet: at most %d characters, and none of : \ / ? * [ ] '`, t.sheet, mostSheetName)
	}
	return nil
}

func (c compiler) rows(t *Template, s *templateSpec) error {
	var rows string
	err := c.choose("rows", s.Rows, []choice{{"waybill", "waybill"}, {"order", "order"}, {"item", "item"}}, string(rowWaybill), &rows)
	t.rows, t.join = rowKind(rows), s.Join.Text
	switch {
	case err != nil:
		return err
	case t.rows == rowWaybill && s.Join.Set:
		return c.fail(s.Join, "a row has one waybill where rows is waybill: there is nothing to join")
	case t.rows != rowWaybill && t.join == "":
		return c.fail(s.Rows, "rows: %s needs join, the text between several waybills of an order, such as ', '", rows)
	}
	return nil
}

// statuses reads which orders are left out; those that will bring no parcel where the
// template does not say.
func (c compiler) statuses(t *Template, s *templateSpec) error {
	if s.LeaveOut == nil {
		t.leaveOut = []string{"cancelled", "returned"}
		return nil
	}
	for _, status := range s.LeaveOut {
		if status.Text == "" {
			return c.fail(status, "leave_out wants statuses of orders, such as cancelled")
		}
		t.leaveOut = append(t.leaveOut, status.Text)
	}
	return nil
}

// placeholder stands for the waybill in a carrier's address.
const placeholder = "{waybill}"

func (c compiler) addresses(_ *Template, s *templateSpec) error {
	for _, carrier := range slices.Sorted(maps.Keys(s.Tracking)) {
		text := s.Tracking[carrier]
		if address, err := url.Parse(strings.ReplaceAll(text.Text, placeholder, "1")); err != nil || address.Host == "" ||
			address.Scheme != "https" && address.Scheme != "http" || !strings.Contains(text.Text, placeholder) {
			return c.fail(text, "tracking of %s: %q is no address with %s in it", carrier, text.Text, placeholder)
		}
	}
	return nil
}

func (c compiler) columns(t *Template, s *templateSpec) error {
	seen := map[string]bool{}
	number, waybill := false, false
	for _, one := range s.Columns {
		col, at, err := c.column(t, one)
		if err != nil {
			return err
		}
		if t.headings && seen[col.heading] {
			return c.fail(at, "two columns have the heading %q", col.heading)
		}
		if t.encoding == windows1251 && t.unwritable([]string{col.heading + col.constant}) >= 0 {
			return c.fail(at, "%s has no characters for the column %q", windows1251, col.heading)
		}
		seen[col.heading] = true
		number = number || col.field != nil && col.field.names
		waybill = waybill || col.field != nil && col.field.name == fieldWaybill
		t.columns = append(t.columns, col)
	}
	switch {
	case !number:
		return c.fail(s.Name, "no column tells the order: one must have the value order_number, order_number_plain, external_id or order_id")
	case !waybill:
		return c.fail(s.Name, "no column has the value %s", fieldWaybill)
	}
	return nil
}

// column compiles one column; at is where a mistake in it is named.
func (c compiler) column(t *Template, one columnSpec) (col column, at strictyaml.Scalar, err error) {
	for _, part := range []strictyaml.Scalar{one.Heading, one.Constant, one.Value} {
		if part.Set {
			at = part
		}
	}
	if one.Value.Set == one.Constant.Set {
		return col, at, c.fail(at, "a column has a value or a constant, one of the two")
	}
	col = column{heading: one.Heading.Text, constant: one.Constant.Text, words: plainTexts(one.Words), other: one.Other.Text, hasOther: one.Other.Set}
	if one.Constant.Set {
		if len(one.Words) > 0 || one.Other.Set {
			return col, at, c.fail(at, "words and other belong to a column with a value")
		}
		return col, at, nil
	}
	i := slices.IndexFunc(fields(), func(f field) bool { return f.name == one.Value.Text })
	if i < 0 {
		return col, at, c.unknown(one.Value, "value", fieldNames())
	}
	col.field = &fields()[i]
	if !one.Heading.Set {
		col.heading = col.field.name
	}
	if col.field.item != nil && t.rows != rowItem {
		return col, at, c.fail(one.Value, "%s needs rows: item, a row for each line of an order", col.field.name)
	}
	if one.Other.Set && len(one.Words) == 0 {
		return col, at, c.fail(one.Other, "other is for values that are not among the words, and there are none")
	}
	return col, at, nil
}

func (c compiler) choose(key string, value strictyaml.Scalar, known []choice, fallback string, into *string) error {
	if !value.Set {
		*into = fallback
		return nil
	}
	i := slices.IndexFunc(known, func(k choice) bool { return strings.EqualFold(k.name, value.Text) })
	if i < 0 {
		var names []string
		for _, k := range known {
			names = append(names, k.name)
		}
		return c.unknown(value, key, names)
	}
	*into = known[i].means
	return nil
}

func (c compiler) fail(at strictyaml.Scalar, format string, args ...any) *strictyaml.Error {
	return at.Wrong(c.file, format, args...)
}

// unknown names the nearest of the known words, or all of them.
func (c compiler) unknown(at strictyaml.Scalar, key string, known []string) error {
	e := c.fail(at, "unknown %s %q", key, at.Text)
	if near := strictyaml.Nearest(at.Text, known); near != "" && len(known) > 4 {
		e.Hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		e.Hint = "one of: " + strings.Join(known, ", ")
	}
	return e
}

package waybill

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

type compiler struct{ csvtemplate.Compiler }

func (c compiler) head(_ *Template, s *templateSpec) error {
	if err := cmp.Or(c.Named(s.Name), c.OfKind(s.Kind, string(templates.Waybills))); err != nil {
		return err
	}
	switch {
	case s.Format.Text != "csv" && s.Format.Text != "xlsx":
		return c.Fail(s.Format, "format must be csv or xlsx, not %q; the ending of out decides in the end", s.Format.Text)
	case len(s.Columns) == 0:
		return c.Fail(s.Name, "a template needs columns")
	}
	return nil
}

func (c compiler) style(t *Template, s *templateSpec) (err error) {
	var delimiter, coded, end string
	for _, one := range []struct {
		key      string
		value    strictyaml.Scalar
		known    []csvtemplate.Choice
		fallback string
		into     *string
	}{
		{"delimiter", s.Delimiter, append(csvtemplate.Delimiters(), csvtemplate.Words("|")...), ",", &delimiter},
		{"encoding", s.Encoding, csvtemplate.Words(string(csvtemplate.UTF8), string(csvtemplate.Windows1251)), string(csvtemplate.UTF8), &coded},
		{"line_end", s.LineEnd, csvtemplate.LineEnds(), "crlf", &end},
		{"date", s.Date, csvtemplate.Dates(), time.DateOnly, &t.date},
	} {
		if *one.into, err = c.Choose(one.key, one.value, one.known, one.fallback); err != nil {
			return err
		}
	}
	t.delimiter, _ = utf8.DecodeRuneInString(delimiter)
	t.encoding, t.crlf = csvtemplate.Encoding(coded), end == "crlf"
	if err := c.CheckBOM(s.Encoding, t.bom, t.encoding); err != nil {
		return err
	}
	zone := supplier.LocalZone
	if s.Zone.Set {
		zone = s.Zone.Text
	}
	if t.zone, err = time.LoadLocation(zone); err != nil || zone == "" {
		return c.Fail(s.Zone, "zone %q is not known: write one such as Europe/Kyiv or UTC", zone)
	}
	return nil
}

func (c compiler) sheet(t *Template, s *templateSpec) error {
	if t.sheet = "Sheet1"; !s.Sheet.Set {
		return nil
	}
	t.sheet = s.Sheet.Text
	return c.CheckSheet(s.Sheet, t.sheet)
}

func (c compiler) rows(t *Template, s *templateSpec) error {
	rows, err := c.Choose("rows", s.Rows, csvtemplate.Words("waybill", "order", "item"), string(rowWaybill))
	t.rows, t.join = rowKind(rows), s.Join.Text
	switch {
	case err != nil:
		return err
	case t.rows == rowWaybill && s.Join.Set:
		return c.Fail(s.Join, "a row has one waybill where rows is waybill: there is nothing to join")
	case t.rows != rowWaybill && t.join == "":
		return c.Fail(s.Rows, "rows: %s needs join, the text between several waybills of an order, such as ', '", rows)
	}
	return nil
}

// statuses reads which orders are left out; those that will bring no parcel where the
// template does not say.
func (c compiler) statuses(t *Template, s *templateSpec) error {
	if s.LeaveOut == nil {
		t.leaveOut = supplier.VoidOrderStatuses()
		return nil
	}
	for _, status := range s.LeaveOut {
		if status.Text == "" {
			return c.Fail(status, "leave_out wants statuses of orders, such as cancelled")
		}
		t.leaveOut = append(t.leaveOut, status.Text)
	}
	return nil
}

func (c compiler) addresses(_ *Template, s *templateSpec) error {
	for _, carrier := range slices.Sorted(maps.Keys(s.Tracking)) {
		text := s.Tracking[carrier]
		if address, err := url.Parse(strings.ReplaceAll(text.Text, placeholder, "1")); err != nil || address.Host == "" ||
			address.Scheme != "https" && address.Scheme != "http" || !strings.Contains(text.Text, placeholder) {
			return c.Fail(text, "tracking of %s: %q is no address with %s in it", carrier, text.Text, placeholder)
		}
	}
	return nil
}

func (c compiler) columns(t *Template, s *templateSpec) error {
	headings := csvtemplate.Headings{}
	number, waybill := false, false
	for _, one := range s.Columns {
		col, at, err := c.column(t, one)
		if err != nil {
			return err
		}
		if err := headings.Add(c.Compiler, at, col.heading, t.headings); err != nil {
			return err
		}
		if t.encoding == csvtemplate.Windows1251 && t.unwritable([]string{col.heading + col.constant}) >= 0 {
			return c.Fail(at, "%s has no characters for the column %q", csvtemplate.Windows1251, col.heading)
		}
		number = number || col.field != nil && col.field.names
		waybill = waybill || col.field != nil && col.field.name == fieldWaybill
		t.columns = append(t.columns, col)
	}
	switch {
	case !number:
		return c.Fail(s.Name, "no column tells the order: one must have the value order_number, order_number_plain, external_id or order_id")
	case !waybill:
		return c.Fail(s.Name, "no column has the value %s", fieldWaybill)
	}
	return nil
}

// column compiles one column; at is where a mistake in it is named.
func (c compiler) column(t *Template, one columnSpec) (col column, at strictyaml.Scalar, err error) {
	at = one.Column.Place(strictyaml.Scalar{})
	if err := c.CheckColumn(one.Column, at); err != nil {
		return col, at, err
	}
	col = column{heading: one.Column.Heading.Text, constant: one.Column.Constant.Text, words: plainTexts(one.Words), other: one.Other.Text, hasOther: one.Other.Set}
	if one.Column.Constant.Set {
		if len(one.Words) > 0 || one.Other.Set {
			return col, at, c.Fail(at, "words and other belong to a column with a value")
		}
		return col, at, nil
	}
	i := slices.IndexFunc(fields(), func(f field) bool { return f.name == one.Column.Value.Text })
	if i < 0 {
		return col, at, c.Unknown(one.Column.Value, "value", fieldNames())
	}
	col.field = &fields()[i]
	if !one.Column.Heading.Set {
		col.heading = col.field.name
	}
	if col.field.item != nil && t.rows != rowItem {
		return col, at, c.Fail(one.Column.Value, "%s needs rows: item, a row for each line of an order", col.field.name)
	}
	if one.Other.Set && len(one.Words) == 0 {
		return col, at, c.Fail(one.Other, "other is for values that are not among the words, and there are none")
	}
	return col, at, nil
}

// Load reads a waybill template of the set by its name, or the file of that path.
func Load(from templates.Set, name string) (*Template, error) {
	return templates.Load(from, templates.Waybills, name, Compile)
}

// Compile reads a template's YAML; file is its name in errors. Every mistake is a
// *strictyaml.Error with its line and, where something similar is known, a hint.
func Compile(file string, data []byte) (*Template, error) {
	var s templateSpec
	head, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	t := &Template{Name: s.Name.Text, Description: s.Description, sum: hex.EncodeToString(sum[:]), bom: s.BOM,
		headings: s.Headings == nil || *s.Headings, defuse: s.Defuse != nil && *s.Defuse,
		carriers: plainTexts(s.Carriers), tracking: plainTexts(s.Tracking)}
	c := compiler{head}
	for _, part := range []func(*Template, *templateSpec) error{c.head, c.style, c.sheet, c.rows, c.statuses, c.addresses, c.columns} {
		if err := part(t, &s); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func plainTexts(from map[string]strictyaml.Scalar) map[string]string {
	out := make(map[string]string, len(from))
	for name, text := range from {
		out[name] = text.Text
	}
	return out
}

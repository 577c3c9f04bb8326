package pricelist

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Proposal is a mapping that is proposed for a list.
type Proposal struct {
	Mapping string         `json:"mapping"` // YAML, with what is missing as comments
	Format  string         `json:"format"`
	Records int64          `json:"records"`
	Columns []*form.Column `json:"columns"`
	Missing []string       `json:"missing"` // fields that somebody has to fill in
}

// mostHead is how much of a file shows what it is.
const mostHead = 1 << 20

// IsList reports whether a file is a price list by its name and its beginning. JSON that holds
// goods may be a service's answer all the same: who knows of a service asks IsTable.
func IsList(path string) bool {
	head := headOf(path)
	if bytes.HasPrefix(head, []byte("{")) || bytes.HasPrefix(head, []byte("[")) {
		return !bytes.Contains(head[:min(len(head), 4096)], []byte(`"paths"`)) && listfile.HoldsGoods(head, &form.Hints{})
	}
	return IsTable(path)
}

// IsTable reports whether a file is a price list that no service answers with: a table, XML, or
// what is packed.
func IsTable(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv", ".tsv", ".xlsx", ".xlsm", ".gz", ".zip":
		return true
	}
	head := headOf(path)
	start := strings.ToLower(string(head[:min(len(head), 512)]))
	return strings.HasPrefix(start, "<") && !strings.Contains(start, "<html") && !strings.HasPrefix(start, "<!doctype html")
}

// headOf is the beginning of a file behind any white space; nothing of one that cannot be read.
func headOf(path string) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, mostHead))
	return bytes.TrimLeft(head, " \t\r\n\ufeff")
}

// Propose reads a list and proposes a mapping for it.
func Propose(ctx context.Context, path, name string, language wording.Language) (*Proposal, error) {
	hints := form.Hints{Name: filepath.Base(path), Key: "supplier.products", Language: language}
	how := listfile.How{Name: hints.Name, Headings: &hints}
	list, format, err := listfile.OpenUnknown(path, how)
	if err != nil {
		return nil, err
	}
	found, err := form.Survey(ctx, list, format, &hints)
	if fault, ok := errors.AsType[*listfile.Fault](errors.Join(err, list.Close())); ok && fault.Code == listfile.Unreadable {
		if how.Records = listfile.GuessRecords(path); how.Records != "" {
			if list, format, err = listfile.Open(path, how); err != nil {
				return nil, err
			}
			found, err = form.Survey(ctx, list, format, &hints)
			err = errors.Join(err, list.Close())
		}
	}
	if err != nil {
		return nil, err
	}
	trouble := form.Decide([]*form.Form{found})
	out := &Proposal{Format: format, Records: found.Records, Columns: found.Columns, Missing: []string{}}
	out.write(name, how.Records, trouble, language)
	return out, nil
}

// write writes the mapping.
func (p *Proposal) write(name, records string, trouble error, language wording.Language) {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\nkind: list\nformat: %s\n", name, p.Format)
	if records != "" {
		fmt.Fprintf(&b, "records: %s\n", strconv.Quote(records))
	}
	if fault, ok := errors.AsType[*listfile.Fault](trouble); ok {
		what, way := fault.Say(language)
		fmt.Fprintf(&b, "# missing: %s\n#   %s\n", oneline.Unbroken(what), oneline.Unbroken(way))
		p.Missing = append(p.Missing, fault.Code)
	}
	b.WriteString("fields:\n")
	for _, role := range form.Roles() {
		p.writeField(&b, role)
	}
	for _, role := range []form.Role{form.SKU, form.Name, form.DropPrice} {
		if !p.has(role) && !(role == form.SKU && p.has(form.ID)) {
			fmt.Fprintf(&b, "  # missing: %s: \"…\"\n", role)
			p.Missing = append(p.Missing, string(role))
		}
	}
	b.WriteString("# not read\n")
	for _, c := range p.Columns {
		if c.Filled > 0 && !slices.Contains(form.Roles(), c.Role) {
			fmt.Fprintf(&b, "#   %s: %s\n", strconv.Quote(c.Path), oneline.Unbroken(strings.Join(c.Examples, ", ")))
		}
	}
	p.Mapping = b.String()
}

// writeField writes the columns of a field as alternatives, with how sure the first one is.
func (p *Proposal) writeField(b *strings.Builder, role form.Role) {
	var paths []string
	var first *form.Column
	for _, c := range form.Ordered(p.Columns) {
		if c.Role == role && c.Filled > 0 {
			paths = append(paths, c.Path)
			first = cmp.Or(first, c)
		}
	}
	if first != nil {
		fmt.Fprintf(b, "  %s: %s # %d %%: %s\n", role, strconv.Quote(strings.Join(paths, "|")), int(first.Surety*100+0.5), oneline.Unbroken(strings.Join(first.Examples, ", ")))
	}
}

func (p *Proposal) has(role form.Role) bool {
	return slices.ContainsFunc(p.Columns, func(c *form.Column) bool { return c.Role == role && c.Filled > 0 })
}

package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// refuse puts a fault of the row just begun into the report and refuses its order.
func (b *builder) refuse(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	line := &b.lines[len(b.lines)-1]
	if line.fault == nil {
		line.fault = f
	}
	b.refuseOrder(line.draft, row, f)
}

func (b *builder) refuseOrder(d *draft, row int, f *problem.Fault) {
	if d.fault.row == 0 {
		d.fault.row, d.fault.code = row, f.Code
	}
}

// refuseFirst puts a fault of the order into the report, at the order's first row.
func (b *builder) refuseFirst(d *draft, column string, f *problem.Fault) {
	b.refuseAt(d, d.rows[0], column, f)
}

// refuseAt puts a fault of the order into the report, at one of its rows.
func (b *builder) refuseAt(d *draft, row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.refuseOrder(d, row, f)
	i, _ := slices.BinarySearchFunc(b.lines, row, func(l draftLine, row int) int { return l.row - row })
	if b.lines[i].fault == nil {
		b.lines[i].fault = f
	}
}

func (b *builder) columnName(m field.Field) string {
	if list := b.l.Columns[m]; len(list) > 0 {
		return list[0].Name
	}
	return ""
}

// remark puts a warning into the report whose code is an error elsewhere.
func (b *builder) remark(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.found.Problems[len(b.found.Problems)-1].OnlyWarn()
}

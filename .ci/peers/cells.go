// Command cells reads an order file as far as its cells, as dropbridge does before it makes orders
// of them, and prints how many rows it has and the sum of the whole numbers under a heading.
//
// usage: cells FILE HEADING
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// headings is the one heading that is asked for, which is enough to find the row of them.
type headings string

func (h headings) KnownIn(rows []cells.Row) []string {
	if len(rows) > 0 && column(&rows[0], string(h)) >= 0 {
		return []string{string(h)}
	}
	return nil
}

func column(r *cells.Row, heading string) int {
	at := slices.IndexFunc(r.Cells, func(c cells.Cell) bool { return c.Text == heading })
	if at < 0 {
		return -1
	}
	return r.Cells[at].Column
}

func run(path, heading string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	table, faults, err := cells.Read(context.Background(), file, info.Size(), path,
		cells.How{Limits: cells.Limits{}.OrDefaults(), Headings: headings(heading), Least: 1, Glimpse: func([]cells.Row) {}})
	if err != nil || len(faults) > 0 {
		return fmt.Errorf("%w %v", err, faults)
	}
	return count(table, heading)
}

func count(table *cells.File, heading string) error {
	rows, sum, at := 0, 0, column(&table.Head[0], heading)
	var wrong error
	if fault := table.Each(func(r *cells.Row) bool {
		if r.Number == 1 {
			return true
		}
		cell := r.At(at)
		var n int
		n, wrong = strconv.Atoi(cell.Text)
		rows, sum = rows+1, sum+n
		return wrong == nil
	}); fault != nil || wrong != nil {
		return fmt.Errorf("%v %w", fault, wrong)
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]int{"rows": rows, "pieces": sum})
}

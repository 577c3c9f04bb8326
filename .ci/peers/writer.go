// Command writer writes rows of a text with tabs into a workbook by the encoder of feeds, as many
// pages of 200 rows at once as there are processors.
//
// usage: writer ROWS.tsv FILE LEVEL
package main

import (
	"bufio"
	"context"
	"io"
	"log"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/turnstile"
)

// numbers are the columns that hold numbers.
var numbers = []int{8, 9, 10, 11, 13, 14, 15}

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(from, to, level string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(level)
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	headings, err := lines.ReadString('\n')
	if err != nil {
		return err
	}
	format, _ := encode.Named("xlsx")
	w, err := format.Open(encode.Output{Plain: out, Whole: out, Level: n},
		encode.Options{Tables: []encode.Table{{Name: "Sheet1", Columns: columns(headings)}}, Date: time.Unix(0, 0), Pages: runtime.NumCPU()})
	if err != nil {
		return err
	}
	if err := write(w, lines); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return out.Close()
}

func columns(headings string) (out []encode.Column) {
	for i, heading := range strings.Split(strings.TrimSpace(headings), "\t") {
		style := encode.Text
		if slices.Contains(numbers, i) {
			style = encode.Money
		}
		out = append(out, encode.Column{Heading: heading, Style: style})
	}
	return out
}

// write lets workers take pages in turn, and puts them into the file in their order.
func write(w encode.Writer, lines *bufio.Reader) error {
	taken := make(chan int, 1) // whoever holds the number of the next page reads
	taken <- 0
	order := turnstile.New()
	group, ctx := errgroup.WithContext(context.Background())
	for range runtime.NumCPU() {
		page, text := w.NewPage(), make([]string, 0, 200)
		group.Go(func() error {
			for {
				n := <-taken
				text = text[:0]
				for len(text) < cap(text) {
					line, err := lines.ReadString('\n')
					if err == io.EOF {
						break
					} else if err != nil {
						return err
					}
					text = append(text, line[:len(line)-1])
				}
				page.Place([]int{len(text)})
				taken <- n + 1
				fill(page, text)
				if err := order.Pass(ctx, n, page.Write); err != nil || len(text) == 0 {
					return err
				}
			}
		})
	}
	return group.Wait()
}

func fill(page encode.Page, rows []string) {
	var record encode.Record
	for _, row := range rows {
		record.Cells = record.Cells[:0]
		for cell := range strings.SplitSeq(row, "\t") {
			record.Cells = append(record.Cells, encode.Cell{Text: cell, Number: slices.Contains(numbers, len(record.Cells))})
		}
		page.Add(&record)
	}
	page.Seal()
}

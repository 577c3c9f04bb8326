package main

import (
	"context"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// checkPages reads two pages of each list that can be read, each row as an export or an
// import reads it, so that a check is red where those would be. It gives the SKUs of some
// products.
func checkPages(ctx context.Context, c *config.Config, from *client.Client, without []string, add func(name, detail string, err error) bool, say func(checkLine)) (skus []string) {
	for _, read := range from.FirstPages(ctx, func(operation string) bool { return slices.Contains(without, operation) }) {
		skus = append(skus, read.SKUs...)
		name := strings.TrimPrefix(read.Operation, "list ") + " pages"
		switch {
		case read.Err != nil:
			add(name, "", read.Err)
			continue
		case read.Beyond != "":
			add(name, "", failure.Mistake("write into the mapping how the list is cut into pages: paging: {kind: page, …} or {kind: offset, …}",
				"the list is said to come at once, and with %s it gives other records: all but the first %d would be missing", read.Beyond, read.Records))
			continue
		}
		line := checkLine{Name: name, OK: true, Detail: countedRows(read.Records) + " read as an export or an import reads them"}
		if err := exporter.CheckReadable(c.Supplier.Unreadable, read.Unreadable, max(read.Total, int64(read.Records))); err != nil {
			add(name, "", err)
			continue
		}
		if len(read.Unreadable) > 0 {
			sayUnreadable(&line, read.Unreadable[:1])
		}
		if roundAndWhole(from, read) {
			line.Warning = true
			line.Detail += "; the number is round, as that of a page is, and the mapping says that there are no others"
			line.Hint = "compare it with the supplier's cabinet; where there are more, write their paging into the mapping"
		}
		line.Detail, line.Hint = oneline.Unbroken(line.Detail), oneline.Unbroken(line.Hint)
		say(line)
	}
	return skus
}

// roundAndWhole reports whether a list that is read at once has a number of records that
// looks like the size of a page.
func roundAndWhole(from *client.Client, read client.FirstPages) bool {
	program := from.Mapping()
	kind := map[string]string{program.Products.Op: program.Products.Paging.Kind, program.Orders.Op: program.Orders.Paging.Kind,
		program.Shipments.Op: program.Shipments.Paging.Kind, program.Ledger.Op: program.Ledger.Paging.Kind}[read.Operation]
	return kind == mapping.PagingNone && read.Total == 0 && read.Records >= 20 && (read.Records%50 == 0 || read.Records%20 == 0)
}

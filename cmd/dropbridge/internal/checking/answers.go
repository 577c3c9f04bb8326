package checking

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

// checkAnswers reads a small page of each list that can be read, and says in what it
// differs from earlier ones.
func (p *Program) checkAnswers(ctx context.Context, c *config.Config, client *client.Client, unreadable []string, accept bool, say func(terminal.CheckLine)) []drift.Change {
	profiles, err := drift.Sample(ctx, client, unreadable...)
	results, wrong := p.Compare(c, profiles, accept)
	found := []drift.Change{}
	for _, result := range results {
		for _, line := range terminal.DriftLines(result, accept) {
			say(line)
		}
		found = append(found, result.Changes...)
	}
	if err = errors.Join(err, wrong); err != nil {
		say(terminal.CheckLine{Name: "answers", Detail: oneline.Joined(err.Error()), Hint: oneline.Unbroken(p.Hint(err)), Code: p.Code(ctx, err)})
	}
	return found
}

// checkPages reads two pages of each list that can be read, each row as an export or an
// import reads it, so that a check is red where those would be. It gives some
// products.
func checkPages(ctx context.Context, c *config.Config, from *client.Client, without []string, add func(name, detail string, err error) bool, say func(terminal.CheckLine)) (products []orderbody.Product) {
	for _, pages := range from.FirstPages(ctx, func(operation string) bool { return slices.Contains(without, operation) }) {
		products = append(products, pages.Products...)
		name := strings.TrimPrefix(pages.Operation, "list ") + " pages"
		ahead, err := reading.LookAhead(&pages, c.Supplier.Unreadable)
		if err != nil {
			add(name, "", err)
			continue
		}
		say(terminal.CheckLine{Name: name, OK: true, Warning: ahead.Doubtful, Detail: oneline.Unbroken(ahead.Detail.String()), Text: ahead.Detail,
			Hint: oneline.Unbroken(ahead.Hint.In(c.Spoken()))})
	}
	return products
}

package checking

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// checkSheets reads each Google sheet that orders come from, as `run` will, and says what stands in it.
// Nothing is written into it.
func (p *Program) checkSheets(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	plans, err := c.Sheets(p.LookupEnv)
	if err != nil {
		add("google sheets", "", err)
		return
	}
	for _, source := range slices.Sorted(maps.Keys(plans)) {
		detail, err := p.checkSheet(ctx, c, source, plans[source])
		add("google sheet "+sheets.NameOf(source), detail, err)
	}
}

func (p *Program) checkSheet(ctx context.Context, c *config.Config, source string, plan sheets.Plan) (string, error) {
	settings, err := c.Importer()
	if err != nil {
		return "", err
	}
	d, err := desk.New(settings, nil, nil)
	if err != nil {
		return "", err
	}
	found, err := sheets.Look(ctx, d, source, plan)
	if err != nil {
		return "", err
	}
	detail := p.Say("sheet.check", found.Rows, found.Orders, found.Refused, oneline.Unbroken(strings.Join(found.Headings, ", ")))
	if found.Email != "" {
		detail += "; " + p.Say("sheet.check_account", found.Email)
	}
	if plan.Write {
		detail += "; " + p.Say("sheet.check_writes")
	}
	return detail, nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/learn"
	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// learnFlags are the flags of `dropbridge learn`.
type learnFlags struct {
	out, url, auth                      string
	products, orders, shipments, ledger string
	create                              string
	supplier                            string
}

func (a *app) learnCommand() *cobra.Command {
	var f learnFlags
	command := &cobra.Command{
		Use:   "learn [FILE|URL]…",
		Short: "Propose a mapping for a supplier that nobody has connected yet",
		Long: `Reads what a service says of itself and proposes a mapping, with how sure each line
is and why: a Swagger 2 or OpenAPI 3 document, an interactive page that shows one,
sample answers as JSON files, or with --url the service's own lists, each read once
with the token of the config. Only GET is ever sent, and the token only to that
address; pages that no document speaks of are tried, two records at a time. A price
list (YML, XML, CSV, XLSX or JSON) gets a mapping of its columns; a JSON file is one
where it holds products and nothing names a service. The proposal is never put
to use by itself: look at it, fill in what is missing, then let ` + "`dropbridge check`" + `
test it.`,
		Example: `  dropbridge learn https://api.supplier.example/docs --out templates/suppliers/mine.yaml
  dropbridge learn products.json orders.json
  dropbridge learn price-list.xlsx --out templates/lists/mine.yaml
  dropbridge learn --url https://api.supplier.example --products /v1/goods --auth header:X-API-KEY
  dropbridge learn goods.json orders.json --products "POST /goods/list" --orders "POST /orders/list" --create-order "POST /orders/add"
  dropbridge learn openapi.yaml products.json --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.learn(cmd.Context(), args, f) },
	}
	flags := command.Flags()
	flags.StringVar(&f.out, "out", "", "write the mapping to this new file (default: print it after the report)")
	flags.StringVar(&f.supplier, "supplier", "", "of several suppliers in the config the one whose service is asked, with his token")
	flags.StringVar(&f.url, "url", "", "address of the service, whose lists are read once (default without a FILE: supplier.base_url of the config)")
	flags.StringVar(&f.auth, "auth", "", "where the token goes: bearer, basic, header:NAME or query:NAME (default: as the document says, else bearer)")
	flags.StringVar(&f.products, "products", "", "path of the list of products, such as /v1/goods")
	flags.StringVar(&f.orders, "orders", "", "path of the list of orders")
	flags.StringVar(&f.create, "create-order", "", "the request that makes an order, such as \"POST /v1/orders\": where no document describes it, it is proposed as orders are read")
	flags.StringVar(&f.shipments, "shipments", "", "path of the list of shipments")
	flags.StringVar(&f.ledger, "ledger", "", "path of the ledger")
	return command
}

// namesService reports whether a flag says that what is learned is a service's.
func (f *learnFlags) namesService() bool {
	return f.url != "" || f.auth != "" || f.create != "" || f.products != "" || f.orders != "" || f.shipments != "" || f.ledger != ""
}

// isPath knows what may be the path of a service, with its method where it is not the usual one.
var isPath = pattern.Lazy(`^((GET|POST) +)?[/?{\pL\d]\S*$`)

// check refuses what is no path before anything is read: it would be asked of the service, or stand in a mapping.
func (f *learnFlags) check() error {
	for _, named := range [...]struct{ flag, path string }{{"products", f.products}, {"orders", f.orders}, {"create-order", f.create}, {"shipments", f.shipments}, {"ledger", f.ledger}} {
		if path := strings.TrimSpace(named.path); path != "" && (!isPath().MatchString(path) || strings.Contains(path, "://")) {
			return usage("usage.path", named.flag, path)
		}
	}
	return nil
}

func (a *app) learn(ctx context.Context, sources []string, f learnFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	c, err := a.loadConfig()
	if err == nil && f.supplier != "" {
		c, err = c.Of(f.supplier)
	}
	if err != nil {
		return err
	}
	if len(sources) == 0 && f.url == "" {
		if err := c.RequireOne(); err != nil {
			return err
		}
	}
	if at := slices.IndexFunc(sources, isListElsewhere); at >= 0 {
		return unlearned(exitUsage, sources[at], "learn_source.list_elsewhere", "learn_source.list_elsewhere_way")
	}
	if len(sources) == 1 && !f.namesService() && (pricelist.IsTable(sources[0]) || c.Supplier.BaseURL == "" && pricelist.IsList(sources[0])) {
		return a.learnList(ctx, c, sources[0], f.out)
	}
	if at := slices.IndexFunc(sources, pricelist.IsTable); at >= 0 {
		return unlearned(exitUsage, sources[at], "learn_source.list", "learn_source.list_way")
	}
	options, err := a.learnOptions(c, sources, f)
	if err != nil {
		return err
	}
	proposed, err := learn.Propose(ctx, options)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := writeNew(f.out, proposed.Mapping); err != nil {
			return err
		}
	}
	next := nextSteps{address: f.url, tokenEnv: c.Supplier.TokenEnv, known: c.Supplier.Params}
	if len(sources) == 0 { // the service was asked, by the flag or by the config
		next.address = options.BaseURL
	}
	if err := a.reportProposal(proposed, f.out, next); err != nil {
		return err
	}
	if !proposed.Complete() {
		return quiet(exitPartial)
	}
	return nil
}

// isListElsewhere reports whether an address is that of a price list by its name: those are learned from files.
func isListElsewhere(source string) bool {
	return strings.Contains(source, "://") && pricelist.IsTable(source)
}

// learnList proposes a mapping for a price list.
func (a *app) learnList(ctx context.Context, c *config.Config, file, out string) error {
	name := "mine"
	if out != "" {
		name = strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))
	}
	proposed, err := pricelist.Propose(ctx, file, name, a.spoken())
	if err == nil && len(proposed.Missing) > 0 && holdsOrders(ctx, c, file) {
		return unlearned(exitUsage, file, "learn_source.orders", "learn_source.orders_way")
	}
	if fault, ok := errors.AsType[*listfile.Fault](err); ok && fault.Code == listfile.Empty { // its way out is that of feeds
		return unlearned(exitFailed, file, "learn_source.empty", "learn_source.empty_way")
	}
	if err == nil && out != "" {
		err = writeNew(out, proposed.Mapping)
	}
	if err != nil {
		return err
	}
	a.printf("%s\n", proposed.Mapping)
	next := "list_learned"
	if out != "" {
		next += ".saved"
	}
	if len(proposed.Missing) == 0 {
		next += ".whole"
	}
	a.say(next, cmp.Or(out, "templates/lists/mine.yaml"))
	if proposed.Format == listfile.JSON {
		a.say("list_or_service")
	}
	if a.jsonOutput {
		err = a.printJSON(proposed)
	}
	if err == nil && len(proposed.Missing) > 0 {
		err = quiet(exitPartial)
	}
	return err
}

// unlearned is that a file is something else than what is learned, and the way out.
func unlearned(code int, file, why, way string) error {
	file = oneline.Unbroken(file)
	return said(code, wording.NewMessage("learn_source.error", file, wording.NewMessage(why)), wording.NewMessage(way, file), nil)
}

// holdsOrders reports whether a file is one of orders, which look much like goods: they name SKUs and prices.
func holdsOrders(ctx context.Context, c *config.Config, file string) bool {
	options, err := c.ReadOptions("")
	if err != nil {
		return false
	}
	report, err := orderfile.Read(ctx, file, file, options)
	return err == nil && len(report.Orders) > 0
}

// learnOptions takes the flags, and of the config the address and the token.
func (a *app) learnOptions(c *config.Config, sources []string, f learnFlags) (learn.Options, error) {
	options := learn.Options{Sources: sources, BaseURL: f.url, Auth: f.auth, Create: f.create, Live: f.url != "" || len(sources) == 0, Paths: map[string]string{},
		Params: c.Supplier.Params, Templates: c.TemplateSet()}
	for role, path := range map[string]string{"products": f.products, "orders": f.orders, "shipments": f.shipments, "ledger": f.ledger} {
		if path != "" {
			options.Paths[role] = path
		}
	}
	if options.BaseURL == "" {
		options.BaseURL = c.Supplier.BaseURL
	}
	if len(sources) == 0 && options.BaseURL == "" {
		return options, usage("usage.learn")
	}
	if f.out != "" {
		options.Name = strings.TrimSuffix(filepath.Base(f.out), filepath.Ext(f.out))
		if _, err := os.Lstat(f.out); err == nil {
			return options, takenError(f.out)
		}
	}
	user, _, err := c.UserName(a.lookupEnv)
	if err != nil {
		return options, err
	}
	options.User = supplier.NewSecret(user)
	token, err := c.Token(a.lookupEnv)
	switch {
	case err == nil:
		options.Token = token
	case f.url == "" && len(sources) == 0:
		return options, err // a service that is asked by the config has a token
	}
	return options, nil
}

func takenError(name string) error {
	return said(exitFailed, wording.NewMessage("learned.taken", name), wording.NewMessage("learned.taken.way"), nil)
}

// writeNew writes a file that is not there yet.
func writeNew(name, text string) error {
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return takenError(name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("write the mapping: %w", err)
	}
	if err := durable.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
		return fmt.Errorf("write the mapping: %w", err)
	}
	return nil
}

// nextSteps is what the supplier's section of a config will hold.
type nextSteps struct {
	address, tokenEnv string
	known             map[string]string // parameters of paths that the config has already
}

func (a *app) reportProposal(p *proposal.Proposal, out string, next nextSteps) error {
	if a.jsonOutput {
		return a.printJSON(p)
	}
	if err := p.WriteReport(a.stdout, a.spoken()); err != nil {
		return err
	}
	if p.OrderBody != nil {
		a.printf("\n%s\n", a.word("learned.order"))
		if err := a.printJSON(p.OrderBody); err != nil {
			return err
		}
	}
	name := out
	if out == "" {
		name = "templates/suppliers/mine.yaml"
		a.printf("\n%s\n\n%s", a.word("learned.mapping"), p.Mapping)
	}
	if next.address == "" && len(p.BaseURL) > 1 {
		next.address = p.BaseURL
	}
	a.printNextSteps(p, name, out == "", next)
	return nil
}

// paramsToWrite are the parameters of paths as the config has them, with a mark for a value
// that it does not have yet.
func paramsToWrite(names []string, known map[string]string, blank string) string {
	pairs := make([]string, len(names))
	for i, name := range names {
		pairs[i] = name + ": " + oneline.Unbroken(cmp.Or(known[name], blank))
	}
	return strings.Join(pairs, ", ")
}

// printNextSteps says how the mapping is put to use.
func (a *app) printNextSteps(p *proposal.Proposal, name string, unsaved bool, next nextSteps) {
	name = oneline.Unbroken(name)
	step := func(key string, values ...any) { a.printf("  %s\n", a.word(key, values...)) }
	command := func(line, key string) { a.printf("  %-33s  %s\n", line, a.word(key)) }
	a.printf("\n%s\n", a.word("learned.next"))
	if unsaved {
		step("learned.save", name)
	}
	if !p.Complete() {
		step("learned.fill", name)
	}
	step("learned.config", config.DefaultFile)
	a.printf("    supplier:\n      base_url: %s\n      token_env: %s\n", oneline.Unbroken(cmp.Or(next.address, a.word("learned.address"))), oneline.Unbroken(next.tokenEnv))
	if p.Basic {
		a.printf("      user_env: DROPBRIDGE_USER   # %s\n", a.word("learned.user"))
	}
	if len(p.Params) > 0 {
		a.printf("      params: {%s}\n", paramsToWrite(p.Params, next.known, a.word("learned.value")))
	}
	a.printf("      mapping: %s\n", name)
	command("dropbridge check", "learned.check")
	if strings.Contains(p.Mapping, "\ncreate_order:") {
		command("dropbridge check --approve-orders", "learned.approve")
	}
	a.printf("  dropbridge export --template csv --out partner.csv --private\n")
	command("", "learned.export")
}

package sandboxing

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
	"github.com/dropbridge/dropbridge/internal/sandbox/pricelists"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the command has of the program that it is part of. The functions are asked
// once the command runs, when its flags are known.
type Program struct {
	Out, Err  io.Writer
	Version   string
	JSON      func() bool
	PrintJSON func(report any) error
	Logger    func() *slog.Logger
	Spoken    func() wording.Language
}

// flags are those of the command.
type flags struct {
	listen       string
	data         string
	tokens       []string
	products     int
	seed         int64
	history      int
	catalogFile  string
	speed        string
	faults       []string
	limit        string
	acceptAnySKU bool
	dialect      string
}

// Command is `sandbox`.
func (p *Program) Command() *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "sandbox",
		Short: "Serve the embedded sandbox supplier alone",
		Long: `Serves a whole supplier on this machine: the six operations, the cabinet that
issues tokens (/cabinet), the interactive reference (/docs) and the OpenAPI
document (/openapi.json). With --dialect it looks like a service of another family
instead, for trying mappings: ` + "`dropbridge templates`" + ` lists one for each.`,
		Example: `  dropbridge sandbox
  dropbridge sandbox --listen 127.0.0.1:8765 --data ./sandbox --products 5000
  dropbridge sandbox --catalog shop-feed.yml.gz --token secret --speed 3600x
  dropbridge sandbox --data ./sandbox --history 300
  dropbridge sandbox --fault "cut-after-store:POST /api/orders:times=1"
  dropbridge sandbox --dialect offers --products 300`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), f) },
	}
	set := command.Flags()
	set.StringVar(&f.listen, "listen", "127.0.0.1:8765", "address to serve on")
	set.StringVar(&f.data, "data", "", "folder to keep data in (default: forget at exit)")
	set.StringArrayVar(&f.tokens, "token", nil, "a client's token; may be given several times, each is a client of its own (default: issue one and print it)")
	set.IntVar(&f.products, "products", local.Products, "number of generated products")
	set.Int64Var(&f.seed, "seed", local.Seed, "seed of the generated catalogue, ids and waybills")
	set.IntVar(&f.history, "history", 0, "orders of the last three months that the first client of a new sandbox has made")
	set.StringVar(&f.catalogFile, "catalog", "", "catalogue file instead of a generated one: JSON, or a YML feed, plain or .gz")
	set.StringVar(&f.speed, "speed", "1x", "how fast orders live, such as 600x")
	set.StringArrayVar(&f.faults, "fault", nil, "misbehave on purpose; may be given several times")
	set.StringVar(&f.limit, "limit", "", "requests allowed to each client in a window, such as 10/s (default: no limit)")
	set.BoolVar(&f.acceptAnySKU, "accept-any-sku", false, "take any SKU, without stock, for trying real order files")
	set.StringVar(&f.dialect, "dialect", "", "speak as a service of another family does: "+strings.Join(append(dialect.Names(), pricelists.Name), ", "))
	command.MarkFlagsMutuallyExclusive("catalog", "products")
	return command
}

func (p *Program) serve(ctx context.Context, f flags) error {
	options, faults, err := p.options(f)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.listen)
	if err != nil {
		return failure.Mended(failure.Other, wording.NewMessage("sandbox.listen.way"), "listen on %s: %w", f.listen, err)
	}
	defer listener.Close()
	if f.data != "" {
		if err := os.MkdirAll(f.data, 0o700); err != nil {
			return fmt.Errorf("make the data folder: %w", err)
		}
	}
	server, err := sandbox.New(*options)
	if err != nil {
		return err
	}
	defer server.Close()
	if err := server.SetFaults(faults); err != nil {
		return failure.Misuse("", "--fault: %w", err)
	}
	base := "http://" + listener.Addr().String()
	token := ""
	issued, err := server.HasTokens(ctx)
	if err == nil && !issued {
		token, err = server.IssueToken(ctx, "first")
	}
	if err != nil {
		return err
	}
	handler, spoken, err := f.inDialect(ctx, server, token)
	if err != nil {
		return err
	}
	if err := p.announce(base, token, len(options.Catalog.Products), spoken); err != nil {
		return err
	}
	return web.Serve(ctx, listener, handler, web.Limits{})
}

// inDialect puts the dialect of the flags in front of the sandbox; issued is the token that
// it has just issued, "" for none. A dialect that checks signatures knows that one and those
// of the flags: of others the sandbox keeps no more than hashes.
func (f *flags) inDialect(ctx context.Context, server *sandbox.Server, issued string) (http.Handler, dialect.Dialect, error) {
	switch f.dialect {
	case "":
		return server, dialect.Dialect{Document: "/docs"}, nil
	case pricelists.Name:
		key, err := server.IssueToken(ctx, pricelists.Name)
		if err != nil {
			return nil, dialect.Dialect{}, err
		}
		return pricelists.Wrap(server, key), dialect.Dialect{Name: pricelists.Name, Description: pricelists.Description}, nil
	}
	spoken, err := dialect.Find(f.dialect)
	if err != nil {
		return nil, spoken, err
	}
	known := slices.Clone(f.tokens)
	if issued != "" {
		known = append(known, issued)
	}
	handler, err := dialect.Wrap(f.dialect, server, dialect.Options{Seed: f.seed, Tokens: known})
	return handler, spoken, err
}

// announce says where the sandbox is and what it speaks.
func (p *Program) announce(base, token string, products int, spoken dialect.Dialect) error {
	if p.JSON() {
		answer := map[string]any{"url": base, "token": token, "products": products}
		if spoken.Name != "" {
			answer["dialect"] = spoken.Name
		}
		return p.PrintJSON(answer)
	}
	row := func(kind, what string) { p.printf("  %-10s %s\n", p.word(kind), what) }
	p.printf("%s\n", p.word("sandbox.on", base, products))
	if spoken.Name != "" {
		row("sandbox.dialect", spoken.Name+": "+spoken.Description)
	}
	switch spoken.Name {
	case "":
	case pricelists.Name:
		for _, list := range pricelists.Lists() {
			row("sandbox.list", "supplier: {products: {url: "+base+list+"}}")
		}
	default:
		row("sandbox.mapping", "supplier.mapping: "+spoken.Name)
	}
	if spoken.Document != "" {
		row("sandbox.reference", base+spoken.Document)
	}
	row("sandbox.cabinet", base+"/cabinet")
	if token != "" {
		row("sandbox.token", p.word("sandbox.token_once", token))
	}
	p.printf("%s\n", p.word("sandbox.stop"))
	return nil
}

// options checks the flags and reads the catalogue, before anything is opened for writing.
func (p *Program) options(f flags) (*sandbox.Options, []sandbox.Fault, error) {
	speed, err := parseSpeed(f.speed)
	if err != nil {
		return nil, nil, err
	}
	var faults []sandbox.Fault
	options := &sandbox.Options{
		DataDir: f.data, Tokens: f.tokens, Speed: speed, AcceptAnySKU: f.acceptAnySKU,
		Now: time.Now, Seed: f.seed, History: f.history, Logger: p.Logger(), Version: p.Version,
	}
	for _, text := range f.faults {
		fault, err := sandbox.ParseFault(text)
		if err != nil {
			return nil, nil, failure.Misuse("", "--fault %q: %w", text, err)
		}
		faults = append(faults, fault)
	}
	if f.limit != "" {
		limit, err := supplier.ParseLimit(f.limit)
		if err != nil {
			return nil, nil, failure.Misuse("", "--limit: %w", err)
		}
		options.Limit = sandbox.Limit{Requests: limit.Requests, Window: limit.Window}
	}
	if f.dialect != "" && f.dialect != pricelists.Name {
		if _, err := dialect.Find(f.dialect); err != nil {
			return nil, nil, refusal.Misuse("usage.dialect", f.dialect, strings.Join(append(dialect.Names(), pricelists.Name), ", "))
		}
	}
	if f.products < 0 {
		return nil, nil, refusal.Misuse("usage.products", f.products)
	}
	if f.history < 0 || f.history > sandbox.MaxHistory {
		return nil, nil, refusal.Misuse("usage.history", f.history, sandbox.MaxHistory)
	}
	if f.catalogFile == "" {
		options.Catalog = catalog.Generate(f.products, f.seed, local.CatalogStart())
		return options, faults, nil
	}
	file, err := os.Open(f.catalogFile)
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue: %w", err)
	}
	defer file.Close()
	if options.Catalog, err = catalog.Load(file, f.catalogFile); err != nil {
		return nil, nil, fmt.Errorf("read the catalogue: %w", err)
	}
	for _, note := range options.Catalog.Notes {
		fmt.Fprintln(p.Err, oneline.Unbroken(note))
	}
	return options, faults, nil
}

// printf writes text for people.
func (p *Program) printf(format string, args ...any) { fmt.Fprintf(p.Out, format, args...) }

// word is a sentence of the catalogue.
func (p *Program) word(key string, values ...any) string { return p.Spoken().Say(key, values...) }

// parseSpeed reads "600x" or "600".
func parseSpeed(text string) (float64, error) {
	var speed float64
	var rest string
	n, _ := fmt.Sscanf(text, "%f%s", &speed, &rest)
	if n == 0 || (rest != "" && rest != "x") || !(speed > 0 && speed <= 1e6) {
		return 0, refusal.Misuse("usage.speed", text)
	}
	return speed, nil
}

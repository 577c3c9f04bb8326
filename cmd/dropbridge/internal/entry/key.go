package entry

import (
	"fmt"
	"maps"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

func (p *Program) keyCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "key",
		Short: "Make and revoke keys of partners and programs",
		Long: `Makes, lists and revokes keys: of partners, for a feed; of programs that drop order
files; of monitoring, which looks at everything. They are kept in state/keys.yaml, of
each only its SHA-256. A running dropbridge takes changes at once. Keys that stand in
the config open feeds as well, and are changed there.`,
		Example: "  dropbridge key add \"shop of Anna\" --feed partner\n  dropbridge key list\n  dropbridge key revoke \"shop of Anna\"",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.AddCommand(p.keyAddCommand(), p.keyListCommand(), p.keyRevokeCommand())
	return command
}

// purpose is what the flags of `key add` say that a key is for.
type purpose struct {
	feed, source string
	orders, look bool
}

func (p *Program) keyAddCommand() *cobra.Command {
	var what purpose
	command := &cobra.Command{
		Use:   "add NAME",
		Short: "Make a key, and show it this once",
		Long: `Makes a key that nobody can guess, and prints it with where it is used. It is shown this
once and kept nowhere: whoever loses it gets another one. NAME says whose it is.`,
		Example: "  dropbridge key add \"shop of Anna\" --feed partner\n  dropbridge key add keycrm --orders --source keycrm\n  dropbridge key add prometheus --look",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return p.addKey(args[0], what) },
	}
	flags := command.Flags()
	flags.StringVar(&what.feed, "feed", "", "it opens this feed of the config, private or not")
	flags.BoolVar(&what.orders, "orders", false, "it may drop order files")
	flags.StringVar(&what.source, "source", "", "with --orders: of this source of the config alone")
	flags.BoolVar(&what.look, "look", false, "it sees everything and changes nothing, such as for Prometheus")
	return command
}

// key is a key for that purpose, which must be one that the config knows.
func (f purpose) key(name string, c *config.Config) (keyring.Key, error) {
	key := keyring.Key{Name: name, By: maker()}
	asked := 0
	if f.feed != "" {
		key.For, key.Of, asked = keyring.ForFeed, f.feed, asked+1
	}
	if f.orders {
		key.For, key.Of, asked = keyring.ForOrders, f.source, asked+1
	}
	if f.look {
		key.For, asked = keyring.ForLook, asked+1
	}
	switch {
	case asked != 1:
		return key, misuse("keys.what_for")
	case f.source != "" && !f.orders:
		return key, misuse("keys.source_alone")
	case f.feed != "" && !slices.Contains(c.FeedNames(), f.feed):
		return key, misuse("keys.no_feed", f.feed, strings.Join(c.FeedNames(), ", "))
	}
	if _, known := c.Inbox.Sources[f.source]; f.source != "" && !known {
		return key, misuse("keys.no_source", f.source, strings.Join(slices.Sorted(maps.Keys(c.Inbox.Sources)), ", "))
	}
	return key, nil
}

// maker is who makes the key, as this machine knows them; "" where it does not.
func maker() string {
	who, err := user.Current()
	if err != nil {
		return ""
	}
	return who.Username
}

func (p *Program) addKey(name string, what purpose) error {
	c, ring, err := p.ring()
	if err != nil {
		return err
	}
	key, err := what.key(name, c)
	if err != nil {
		return err
	}
	text, err := ring.Make(key)
	if err != nil {
		return err
	}
	address := ""
	switch key.For {
	case keyring.ForFeed:
		address = "/feeds/" + text + "/" + key.Of + filepath.Ext(c.Feeds[key.Of].Out)
	case keyring.ForOrders:
		address = courier.InboxOf(key.Of)
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"name": name, "for": key.For, "of": key.Of, "key": text, "address": address})
	}
	switch key.For {
	case keyring.ForFeed:
		fmt.Fprintln(p.Out, p.word("keys.made_feed", name, key.Of, text, address))
	case keyring.ForOrders:
		fmt.Fprintln(p.Out, p.word("keys.made_orders", name, text, address))
	default:
		fmt.Fprintln(p.Out, p.word("keys.made_"+key.For, name, text))
	}
	return nil
}

func (p *Program) ring() (*config.Config, *keyring.Ring, error) {
	c, err := p.Config()
	if err != nil {
		return nil, nil, err
	}
	ring, err := c.Keyring(p.LookupEnv, nil)
	return c, ring, err
}

func (p *Program) keyListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the keys: whose, what for, made when and by whom, last used",
		Example: "  dropbridge key list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return p.listKeys() },
	}
}

func (p *Program) listKeys() error {
	c, ring, err := p.ring()
	if err != nil {
		return err
	}
	all, err := ring.List()
	if err != nil {
		return err
	}
	inConfig := map[string]int{}
	for _, feed := range c.FeedNames() {
		if n := ring.InConfig(feed); n > 0 {
			inConfig[feed] = n
		}
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"keys": append([]keyring.Key{}, all...), "config": inConfig})
	}
	if len(all) == 0 && len(inConfig) == 0 {
		fmt.Fprintln(p.Out, p.word("keys.none"))
		return nil
	}
	table := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, key := range all {
		used := p.word("keys.unused")
		if key.Used != "" {
			used = p.word("keys.used", key.Used)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", key.Name, strings.TrimSpace(key.For+" "+key.Of), p.word("keys.made", day(key.Made), oneline.Unbroken(key.By)), used)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, feed := range slices.Sorted(maps.Keys(inConfig)) {
		fmt.Fprintln(p.Out, p.word("keys.in_config", inConfig[feed], feed))
	}
	return nil
}

func (p *Program) keyRevokeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "revoke NAME",
		Short:   "Revoke a key: from now on it opens nothing",
		Example: "  dropbridge key revoke \"shop of Anna\"",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return p.revokeKey(args[0]) },
	}
}

func (p *Program) revokeKey(name string) error {
	_, ring, err := p.ring()
	if err != nil {
		return err
	}
	key, err := ring.Revoke(name)
	if err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"name": key.Name, "for": key.For, "of": key.Of, "revoked": true})
	}
	fmt.Fprintln(p.Out, p.word("keys.revoked", key.Name))
	return nil
}

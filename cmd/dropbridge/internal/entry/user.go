package entry

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
)

func (p *Program) userCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "user",
		Short: "Keep who logs in to the page with a password",
		Long: `Adds, lists and removes the people who log in to the page of dropbridge run with a
password. They are kept in state/users.yaml, of each password only its argon2id hash.
A running dropbridge takes changes at once: who is removed, or has a new password, is
logged out.`,
		Example: "  dropbridge user add anna --role act\n  dropbridge user list\n  dropbridge user remove anna",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.AddCommand(p.userAddCommand(), p.userListCommand(), p.userRemoveCommand())
	return command
}

func (p *Program) userAddCommand() *cobra.Command {
	var role string
	var toConfig bool
	command := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a user, or give one another password or role",
		Long: `Asks for a password, twice on a terminal, else as the first line of standard input, and
adds the user. Who is there already gets this password and this role. Roles: look sees
everything, act may also decide and change things.`,
		Example: "  dropbridge user add anna --role act\n  pass show dropbridge/anna | dropbridge user add anna\n  dropbridge user add anna --print",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return p.addUser(args[0], role, toConfig) },
	}
	command.Flags().StringVar(&role, "role", access.Looker.String(), "what the user may do: look or act")
	command.Flags().BoolVar(&toConfig, "print", false, "print the lines for http.users of the config, and keep nothing")
	return command
}

func (p *Program) addUser(name, role string, toConfig bool) error {
	if _, known := access.ParseRole(role); !known {
		return misuse("users.bad_role", role)
	}
	c, err := p.Config()
	if err != nil {
		return err
	}
	password, err := p.askPassword(name)
	if err != nil {
		return err
	}
	hash, err := accounts.Hash(password)
	if err != nil {
		return err
	}
	if toConfig {
		lines, err := yaml.Marshal(map[string]any{"http": map[string]any{"users": map[string]any{name: map[string]string{"role": role, "password": hash}}}})
		if err == nil {
			_, err = p.Out.Write(lines)
		}
		return err
	}
	added, err := c.Accounts(nil).Put(accounts.Account{Name: name, Role: role, Password: hash, Made: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"name": name, "role": role, "added": added, "file": c.UsersFile()})
	}
	key := "users.changed"
	if added {
		key = "users.added"
	}
	fmt.Fprintln(p.Out, p.word(key, name, role, c.UsersFile()))
	return nil
}

// askPassword is the password for a user: typed twice on a terminal, without showing it, else
// the first line of what comes in.
func (p *Program) askPassword(name string) (string, error) {
	password, err := p.readPassword(name)
	switch {
	case err != nil:
		return "", err
	case accounts.Guessable(password):
		return "", misuse("users.short", accounts.ShortestPassword)
	case len(password) > accounts.LongestPassword:
		return "", misuse("users.long", accounts.LongestPassword)
	}
	return password, nil
}

func (p *Program) readPassword(name string) (string, error) {
	if file, ok := p.In.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		first, err := p.typed(file, "users.ask", name)
		if err != nil {
			return "", err
		}
		second, err := p.typed(file, "users.ask_again", name)
		if err == nil && first != second {
			err = misuse("users.differ")
		}
		return first, err
	}
	if p.In == nil {
		return "", misuse("users.no_password")
	}
	line, err := bufio.NewReader(io.LimitReader(p.In, 2*accounts.LongestPassword)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", misuse("users.no_password")
	}
	return line, nil
}

func (p *Program) typed(file *os.File, key, name string) (string, error) {
	fmt.Fprint(p.Err, p.word(key, name)+" ")
	text, err := term.ReadPassword(int(file.Fd()))
	fmt.Fprintln(p.Err)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return string(text), nil
}

func (p *Program) userListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the users, those of the config too",
		Example: "  dropbridge user list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return p.listUsers() },
	}
}

func (p *Program) listUsers() error {
	c, err := p.Config()
	if err != nil {
		return err
	}
	all, err := c.Accounts(nil).List()
	if err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"users": append([]accounts.Account{}, all...)})
	}
	if len(all) == 0 {
		fmt.Fprintln(p.Out, p.word("users.none"))
		return nil
	}
	table := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, user := range all {
		where := day(user.Made)
		if user.Config {
			where = "http.users"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", user.Name, user.Role, where)
	}
	return table.Flush()
}

func (p *Program) userRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove a user, who is logged out at once",
		Example: "  dropbridge user remove anna",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return p.removeUser(args[0]) },
	}
}

func (p *Program) removeUser(name string) error {
	c, err := p.Config()
	if err != nil {
		return err
	}
	if err := c.Accounts(nil).Remove(name); err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(map[string]any{"name": name, "removed": true})
	}
	fmt.Fprintln(p.Out, p.word("users.removed", name))
	return nil
}

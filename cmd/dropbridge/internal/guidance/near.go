package guidance

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Hint is the way out of wrong usage: the command or flag that was most likely meant, or where
// all of them are listed. args are those of the whole program, failed what it said of them.
func Hint(root *cobra.Command, args []string, failed error) wording.Message {
	command := reached(root, args)
	if unknown, ok := errors.AsType[*pflag.NotExistError](failed); ok {
		if near := strictyaml.Nearest(unknown.GetSpecifiedName(), flagNames(command)); near != "" && unknown.GetSpecifiedShortnames() == "" {
			return wording.NewMessage("commands.near", "--"+near)
		}
	} else if rest := command.Flags().Args(); command.HasAvailableSubCommands() && len(rest) > 0 {
		if near := strictyaml.Nearest(rest[0], commandNames(command)); near != "" {
			return wording.NewMessage("commands.near", near)
		}
	}
	return wording.NewMessage("commands.help")
}

// reached is the command that args lead to, as far as they are known.
func reached(root *cobra.Command, args []string) *cobra.Command {
	if command, _, err := root.Find(args); err == nil {
		return command
	}
	return root
}

// flagNames are the long names of a command's flags, with those that every command has.
func flagNames(command *cobra.Command) (names []string) {
	add := func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	}
	command.LocalFlags().VisitAll(add)
	command.InheritedFlags().VisitAll(add)
	return names
}

func commandNames(command *cobra.Command) (names []string) {
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

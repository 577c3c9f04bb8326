package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) notifyCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "notify",
		Short: "Try the ways by which people are told of what needs them",
		Long: `dropbridge run tells people of what needs them, by mail, by a Telegram bot and by
a webhook, as the section notify of the config says.`,
		Example: "  dropbridge notify test\n  dropbridge notify test telegram",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.AddCommand(&cobra.Command{
		Use:   "test [mail|telegram|webhook]…",
		Short: "Send a test message, and show what is answered",
		Long: `Sends a test message by each way of the config, or by those that are named, and
shows what exactly is answered. Hooks for results are called where they are named.`,
		Example: "  dropbridge notify test\n  dropbridge notify test mail webhook\n  dropbridge notify test on_result",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.testChannels(cmd.Context(), args) },
	})
	return command
}

// testChannels sends test messages. One that is not taken ends the command with exitFailed.
func (a *app) testChannels(ctx context.Context, names []string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	people, hooks, err := a.channelsOf(c)
	if err != nil {
		return err
	}
	chosen, err := chosenChannels(people, hooks, names)
	if err != nil {
		return err
	}
	answers := channel.Test(ctx, time.Now, chosen...)
	if a.jsonOutput {
		err = a.printJSON(map[string]any{"tests": answers})
	} else {
		var lines []terminal.CheckLine
		for _, answer := range answers {
			lines = append(lines, a.channelLine(answer, "notify_text.sent", "notify_text.failed"))
		}
		a.people().Checks(lines)
	}
	if err == nil && slices.ContainsFunc(answers, func(answer channel.Answer) bool { return answer.Error != "" }) {
		return quiet(exitFailed)
	}
	return err
}

// channelsOf are the ways to people, and the hooks of results, each once.
func (a *app) channelsOf(c *config.Config) (people, hooks []channel.Channel, err error) {
	options, err := c.Notifier(a.lookupEnv, time.Now)
	if err != nil {
		return nil, nil, err
	}
	for _, source := range slices.Sorted(maps.Keys(options.Hooks)) {
		if hook := options.Hooks[source]; !slices.Contains(hooks, hook) {
			hooks = append(hooks, hook)
		}
	}
	return options.Channels, hooks, nil
}

// chosenChannels are those that are named; all ways to people where none is.
func chosenChannels(people, hooks []channel.Channel, names []string) (chosen []channel.Channel, err error) {
	all := append(slices.Clone(people), hooks...)
	var known []string
	for _, c := range all {
		known = append(known, c.Name())
	}
	if len(all) == 0 || len(names) == 0 && len(people) == 0 {
		return nil, said(exitConfig, wording.NewMessage("notify_text.none"), wording.NewMessage("notify_text.none_way"), nil)
	}
	if len(names) == 0 {
		return people, nil
	}
	for _, name := range names {
		at := slices.Index(known, name)
		if at < 0 {
			return nil, said(exitUsage, wording.NewMessage("notify_text.unknown", name, strings.Join(known, ", ")), wording.NewMessage("notify_text.none_way"), nil)
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// channelLine says what a channel answered, by one of two sentences.
func (a *app) channelLine(answer channel.Answer, good, bad string) terminal.CheckLine {
	line := terminal.CheckLine{Name: answer.Channel, OK: answer.Error == "", Code: exitFailed}
	if !line.OK {
		section := "notify." + answer.Channel
		if hook, source, named := strings.Cut(answer.Channel, " "); named {
			section = "inbox.sources." + source + "." + hook
		} else if hook == "on_result" {
			section = "inbox." + hook
		}
		line.Detail, line.Hint = a.word(bad, answer.To, answer.Error), a.word("notify_text.way", section)
		return line
	}
	line.Detail = a.word(good, answer.To, cmp.Or(answer.Answer, "ok"), fmt.Sprint(answer.Took.Round(time.Millisecond)))
	return line
}

// checkChannels says of each way by which people are told whether it could be used. Nothing is sent.
func (a *app) checkChannels(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	if !c.Notifies() {
		return
	}
	people, hooks, err := a.channelsOf(c)
	if err != nil {
		add("notify", "", err)
		return
	}
	for _, answer := range channel.Check(ctx, time.Now, append(people, hooks...)...) {
		line := a.channelLine(answer, "notify_text.reachable", "notify_text.unreachable")
		if !line.OK {
			err = &exitError{code: exitFailed, err: errors.New(line.Detail), hint: wording.Literal(line.Hint)}
		}
		add("notify "+answer.Channel, line.Detail, err)
		err = nil
	}
}

package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

//go:embed dropbridge.yaml
var sampleConfig []byte

// workFolders are the folders that a working folder has.
func workFolders() []string {
	return []string{config.UsualInbox, config.UsualResults, config.UsualArchive, config.UsualFailed, "feeds", privateFeeds, "state"}
}

// privateFeeds is the folder of feeds for partners, which a web server has no business in.
const privateFeeds = "feeds/private"

// makeWorkFolders makes them; state is for this user alone, as it holds names and phones,
// and private feeds are for this user's group at most.
func makeWorkFolders(dir string) error {
	for _, name := range workFolders() {
		mode := os.FileMode(0o755)
		switch name {
		case "state":
			mode = 0o700
		case privateFeeds:
			mode = 0o750
		}
		if err := os.MkdirAll(filepath.Join(dir, name), mode); err != nil {
			return fmt.Errorf("make the folders: %w", err)
		}
	}
	return nil
}

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a commented config and the folders",
		Example: `  dropbridge init
  dropbridge init my-shop`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return a.initFolder(dir)
		},
	}
}

// keyMark stands in the sample config where each `dropbridge init` puts a key of its own.
const keyMark = "FRESH_KEY"

func (a *app) initFolder(dir string) error {
	file := filepath.Join(dir, config.DefaultFile)
	a.configFile = file // whose language is spoken
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return err
		}
		return said(exitFailed, wording.NewMessage("init.taken", file), wording.NewMessage("init.taken.way"), nil)
	}
	if err := makeWorkFolders(dir); err != nil {
		return err
	}
	ignored := func(error) {}                                                                     // a file system without modes is no reason to have no config
	err := durable.WriteFileFor(file, durable.OwnerAndGroup(), ignored, func(w io.Writer) error { // it may come to hold keys
		_, err := w.Write(bytes.Replace(sampleConfig, []byte(keyMark), []byte(config.NewKey()), 1))
		return err
	})
	if err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	if a.jsonOutput {
		return a.printJSON(map[string]any{"config": file, "folders": workFolders()})
	}
	a.printf("%s\n%s\n", a.word("init.done", file), a.word("init.next"))
	return nil
}

package main

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/foreign"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What commands say to people stands in the catalogue of package wording, and is said in the
// language of the config. Reports for programs, codes and logs stay English.

// spoken is the language of the config that the command works with, also where the config has a
// mistake; English where its language cannot be read.
func (a *app) spoken() wording.Language {
	if a.language == "" {
		if c, err := a.loadConfig(); err == nil {
			a.language = c.Spoken()
		} else {
			a.language = languageIn(cmp.Or(a.configFile, config.DefaultFile))
		}
	}
	return a.language
}

// languageIn is what a config says of its language, whatever else is wrong with it.
func languageIn(file string) wording.Language {
	var head struct {
		Language string `yaml:"language"`
	}
	data, err := os.ReadFile(file)
	if err != nil || strictyaml.Head(file, data, &head) != nil || head.Language == "" {
		return wording.English
	}
	if language, err := wording.ParseLanguage(head.Language); err == nil {
		return language
	}
	return wording.English
}

// people is where text for people goes.
func (a *app) people() terminal.Printer {
	return terminal.Printer{Out: a.stdout, Language: a.spoken()}
}

// say prints a line of the catalogue; with --json nothing.
func (a *app) say(key string, values ...any) {
	a.printf("%s\n", oneline.Unbroken(a.word(key, values...)))
}

// word is a sentence of the catalogue in the language of the config.
func (a *app) word(key string, values ...any) string {
	return wording.NewMessage(key, values...).In(a.spoken())
}

// languageOf is the language of a text that is either one that the catalogue has said in l, or English: what
// stands around it on its line is to be in the same.
func languageOf(text string, l wording.Language) wording.Language {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
		return l
	}
	return wording.English
}

// said is an error of the catalogue that ends a command with that exit code. way may be zero, and
// cause nil.
func said(code int, message, way wording.Message, cause error) error {
	return &exitError{code: code, err: &refusal.Refusal{What: message, Way: way, Cause: cause}}
}

// usage is wrong usage, in a sentence of the catalogue.
func usage(key string, values ...any) error {
	return said(exitUsage, wording.NewMessage(key, values...), wording.Message{}, nil)
}

// oneForm refuses --csv beside --json.
func (a *app) oneForm(csv bool) error {
	if csv && a.jsonOutput {
		return usage("error_text.one_form")
	}
	return nil
}

// errorIn is an error and its mend in a language, as far as the catalogue has them.
func errorIn(err error, l wording.Language) (text, hint string) {
	text, hint = failure.Said(err, l)
	return text, cmp.Or(hint, foreign.Hint(err).In(l), foreign.Misplaced(err).In(l))
}

// cause words what kept a journal from being copied to or from a file, as far as it is known.
func cause(file string, err error) any {
	switch {
	case errors.Is(err, journal.ErrInUse):
		return wording.NewMessage("backup.in_use")
	case errors.Is(err, journal.ErrNoJournal):
		return wording.NewMessage("backup.no_journal", oneline.Unbroken(file))
	case errors.Is(err, journal.ErrServer):
		return wording.NewMessage("backup.server")
	case errors.Is(err, fs.ErrExist):
		return wording.NewMessage("backup.exists", oneline.Unbroken(file))
	}
	return oneline.Unbroken(err.Error())
}

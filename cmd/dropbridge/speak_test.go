package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// TestWrongUsageInEitherLanguage: what was typed is refused in the language of the config.
func TestWrongUsageInEitherLanguage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	uk, en := filepath.Join(dir, "uk.yaml"), filepath.Join(dir, "en.yaml")
	require.NoError(t, os.WriteFile(uk, []byte("language: uk\n"), 0o600))
	require.NoError(t, os.WriteFile(en, []byte("language: en\n"), 0o600))
	taken := filepath.Join(dir, "taken.yaml")
	require.NoError(t, os.WriteFile(taken, nil, 0o600))
	gone := filepath.Join(dir, "gone.csv")
	known, err := templates.Open("").Names(templates.Ledger)
	require.NoError(t, err)
	ledgers := strings.Join(known, ", ")
	for _, c := range []struct {
		args   string
		code   int
		en, uk string
	}{
		{"export --template csv --out a.csv --price x", exitUsage, `--price "x": one of rrp, drop`, `--price "x": має бути rrp або drop`},
		{"export --supplier a", exitUsage, "--supplier goes with --template; a feed of the config says it itself: feeds.NAME.supplier",
			"--supplier потребує --template; фід конфігурації каже це сам: feeds.NAME.supplier"},
		{"export prom --template csv --out a.csv", exitUsage, "name feeds of the config, or give --template and --out, not both",
			"назвіть фіди конфігурації або дайте --template і --out, а не обидва"},
		{"import --wait -5m a.csv", exitUsage, "--wait -5m0s: the time cannot be negative", "--wait -5m0s: час не може бути від'ємним"},
		{"inspect --template-draft --json a.csv", exitUsage, "--template-draft prints YAML: leave out --json", "--template-draft друкує YAML: приберіть --json"},
		{"inspect --template-draft a.csv b.csv", exitUsage, "--template-draft makes a template of one file: name one", "--template-draft робить шаблон з одного файлу: назвіть один"},
		{"learn", exitUsage, "name a document, a page or sample answers, or the service with --url",
			"назвіть документ, сторінку чи приклади відповідей або сам сервіс (--url)"},
		{"learn a.json --products /a --out " + taken, exitFailed, "write the mapping: " + taken + " exists\nhint: name another file, or move that one away: what you filled in there would be lost",
			"mapping не записано: " + taken + " уже є\nпідказка: назвіть інший файл або приберіть цей: те, що ви в ньому заповнили, пропало б"},
		{"templates show x", exitUsage, "there is no template \"x\"\nhint: `dropbridge templates` lists them", "шаблону \"x\" немає\nпідказка: усі показує `dropbridge templates`"},
		{"demo " + dir, exitFailed, dir + " is there and is no demo folder; it is left as it is\nhint: name another folder: dropbridge demo DIR",
			dir + " уже є, і це не тека демо: її не змінено\nпідказка: назвіть іншу теку: dropbridge demo DIR"},
		{"export --template cvs --out a.csv", exitUsage, "--template: unknown feed template \"cvs\"\nhint: did you mean \"csv\"?",
			"--template: шаблону \"cvs\" немає (feed)\nпідказка: можливо, ви мали на увазі \"csv\"?"},
		{"ledger --month 2026-10 --out a.csv --template zzz", exitConfig, "--template: unknown ledger template \"zzz\"\nhint: known are: " + ledgers,
			"--template: шаблону \"zzz\" немає (ledger)\nпідказка: відомі: " + ledgers},
		{"orders --month 2026-10 --out a.csv --template zzz", exitConfig, "--template: unknown ledger template \"zzz\"\nhint: known are: " + ledgers,
			"--template: шаблону \"zzz\" немає (ledger)\nпідказка: відомі: " + ledgers},
		{"inspect --template zz a.csv", exitConfig, "--template: unknown orders template \"zz\"\nhint: did you mean \"1c\"?",
			"--template: шаблону \"zz\" немає (orders)\nпідказка: можливо, ви мали на увазі \"1c\"?"},
		{"payouts --month 2026-10 --out a.xlsx --bank b --bank-template zz", exitConfig,
			"--bank-template: unknown bank template \"zz\"\nhint: known are: 1c-exchange, monobank, oschadbank, privatbank, pumb",
			"--bank-template: шаблону \"zz\" немає (bank)\nпідказка: відомі: 1c-exchange, monobank, oschadbank, privatbank, pumb"},
		{"payouts --month 2026-10 --out a.xlsx --bank " + gone, exitFailed,
			"read the bank's file: open " + gone + ": no such file or directory\nhint: check the name and the folder it is in",
			"файл банку не прочитано: open " + gone + ": no such file or directory\nпідказка: перевірте назву файлу й теки"},
		{"inspect " + gone + " " + gone, exitFailed,
			"read order file " + gone + ": stat " + gone + ": no such file or directory; read order file " + gone + ": stat " + gone + ": no such file or directory\nhint: check the name and the folder it is in",
			"файл замовлень " + gone + " не прочитано: stat " + gone + ": no such file or directory; файл замовлень " + gone + " не прочитано: stat " + gone + ": no such file or directory\nпідказка: перевірте назву файлу й теки"},
		{"export --template csv --out a.csv --price drop", exitUsage,
			"feed a: price.base: drop without a markup above 0 shows what we pay to everybody who reads the feed\nhint: give a markup, such as percent: 30, or make the feed private",
			"фід a: price.base: drop без націнки, більшої за 0, показує кожному читачеві фіда, скільки ми платимо\nпідказка: дайте націнку, наприклад percent: 30, або зробіть фід приватним"},
		{"sandbox --products -1", exitUsage, "--products -1: the number cannot be negative", "--products -1: число не може бути від'ємним"},
	} {
		for config, want := range map[string]string{en: c.en, uk: c.uk} {
			var errs bytes.Buffer
			require.Equal(t, c.code, run(t.Context(), append([]string{"--config", config}, strings.Fields(c.args)...), os.LookupEnv, nil, io.Discard, &errs), c.args)
			require.Equal(t, "dropbridge: "+want+"\n", errs.String())
		}
	}
}

// TestInitSpeaks as the config that is there already.
func TestInitSpeaks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	var out, errs bytes.Buffer
	require.Equal(t, exitDone, run(t.Context(), []string{"init", dir}, os.LookupEnv, nil, &out, &errs))
	require.Equal(t, "wrote "+file+" and the folders beside it\nnext: put the supplier's address into it, the token into the environment, and run `dropbridge check`\n", out.String())
	require.NoError(t, os.WriteFile(file, []byte("language: uk\n"), 0o600))
	require.Equal(t, exitFailed, run(t.Context(), []string{"init", dir}, os.LookupEnv, nil, &out, &errs))
	require.Equal(t, "dropbridge: "+file+" уже є, його не змінено\nпідказка: назвіть іншу теку або приберіть той файл\n", errs.String())
}

// TestDemoCountsInUkrainian: the number of all products chooses the form.
func TestDemoCountsInUkrainian(t *testing.T) {
	t.Parallel()
	for products, want := range map[int]string{1: "a.csv (1 з 1 товару, 2 КБ)", 2: "a.csv (1 з 2 товарів, 2 КБ)", 5: "a.csv (1 з 5 товарів, 2 КБ)", 21: "a.csv (1 з 21 товару, 2 КБ)"} {
		require.Equal(t, want, wording.Ukrainian.Say("demo.feed_of", "a.csv", 1, products, "2 КБ"))
	}
	require.Equal(t, "a.csv (1 of 1 products, 2 KB)", wording.English.Say("demo.feed_of", "a.csv", 1, 1, "2 KB"))
}

// TestNextStepsInEitherLanguage: the lines for the config are the same, the words around them are not.
func TestNextStepsInEitherLanguage(t *testing.T) {
	t.Parallel()
	for l, want := range map[wording.Language]string{
		wording.English: `
next
  save it: run this again with --out mine.yaml
  fill in the lines of mine.yaml that begin with # missing
  write into dropbridge.yaml
    supplier:
      base_url: ADDRESS
      token_env: TOKEN
      user_env: DROPBRIDGE_USER   # the name (of NAME:SECRET what is before the colon); the token is the secret alone
      params: {shop: 7, lang: VALUE}
      mapping: mine.yaml
  dropbridge check                   tests the mapping against the service
  dropbridge check --approve-orders  once the orders that it shows are right
  dropbridge export --template csv --out partner.csv --private
                                     writes a feed: compare some products with the supplier's own site
`,
		wording.Ukrainian: `
далі
  збережіть його: повторіть це з --out mine.yaml
  заповніть у mine.yaml рядки, що починаються з # missing
  впишіть у dropbridge.yaml
    supplier:
      base_url: АДРЕСА
      token_env: TOKEN
      user_env: DROPBRIDGE_USER   # ім'я (у NAME:SECRET – те, що перед двокрапкою); токен – лише секрет
      params: {shop: 7, lang: ЗНАЧЕННЯ}
      mapping: mine.yaml
  dropbridge check                   випробує mapping на самому сервісі
  dropbridge check --approve-orders  коли замовлення, які вона показує, правильні
  dropbridge export --template csv --out partner.csv --private
                                     запише фід: порівняйте кілька товарів із сайтом постачальника
`,
	} {
		var out bytes.Buffer
		a := &app{stdout: &out, language: l}
		p := &proposal.Proposal{Basic: true, Params: []string{"shop", "lang"}, Mapping: "a: b\ncreate_order:\n", Operations: []*proposal.Operation{{Missing: []wording.Text{wording.Text(wording.Literal("x"))}}}}
		a.printNextSteps(p, "mine.yaml", true, nextSteps{tokenEnv: "TOKEN", known: map[string]string{"shop": "7"}})
		require.Equal(t, want, out.String())
	}
}

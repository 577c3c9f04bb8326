package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// readme gives the README and its shell blocks.
func readme(t *testing.T) (text string, blocks []string) {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, match := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		blocks = append(blocks, match[1])
	}
	return string(data), blocks
}

func TestReadmeSetUpIsTwoCommands(t *testing.T) {
	_, blocks := readme(t)
	require.Equal(t, "go run ./cmd/dropbridge demo\ngo test ./...\n", blocks[0])
	ci, err := os.ReadFile("../../.ci/run")
	require.NoError(t, err)
	require.Contains(t, string(ci), "\ngo test ./...\n", "CI calls the README's test command")
}

// TestReadmeShopCommandsRun runs the README's second block as a newcomer would, with
// the embedded sandbox in the place of a supplier. The program that go build would link is this
// one, whose package go test has compiled: that it is a program, and where, is asked for.
func TestReadmeShopCommandsRun(t *testing.T) {
	t.Parallel()
	_, blocks := readme(t)
	dir := t.TempDir()
	list := exec.Command("go", "list", "-f", "{{.Name}} {{.ImportPath}}", "./cmd/dropbridge")
	list.Dir = "../.."
	out, err := list.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "main github.com/dropbridge/dropbridge/cmd/dropbridge\n", string(out))
	program, err := exec.LookPath("dropbridge")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "dropbridge")))

	script := blocks[1]
	for from, to := range map[string]string{
		"go build ./cmd/dropbridge\n": "",
		// The daemon is stopped once it has built the feeds, however busy the machine is.
		"../dropbridge run ": "../dropbridge run --listen 127.0.0.1:0 & daemon=$!; " +
			"until [ -e feeds/products.yml ] && [ -e feeds/private/partner.csv ] || ! kill -0 $daemon; do sleep 0.1; done; kill $daemon; wait $daemon || [ $? = 130 ] ",
		"export DROPBRIDGE_TOKEN=…     ": "export DROPBRIDGE_TOKEN=x",
	} {
		require.Contains(t, script, from)
		script = strings.Replace(script, from, to, 1)
	}
	command := exec.Command("timeout", "300", "bash", "-euxc", script+"\nls feeds")
	command.Dir = dir
	command.Env = append(os.Environ(), "EDITOR=true")
	out, err = command.CombinedOutput()
	require.NoError(t, err, string(out))
	require.FileExists(t, filepath.Join(dir, "my-shop", "feeds", "products.yml"), string(out))
	require.FileExists(t, filepath.Join(dir, "my-shop", "feeds", "private", "partner.csv"))
}

// TestReadmeListsEveryCommand keeps the README, the help and the code the same list.
func TestReadmeListsEveryCommand(t *testing.T) {
	text, _ := readme(t)
	a := &app{}
	for _, command := range a.rootCommand().Commands() {
		require.Contains(t, text, "`"+command.Name(), "the README's table has %s", command.Name())
		require.NotEmpty(t, command.Example, command.Name())
	}
	for _, row := range exitCodes {
		require.Contains(t, text, row.meaning)
	}
}

func TestEveryHelpListsTheExitCodes(t *testing.T) {
	a := &app{}
	for _, command := range a.rootCommand().Commands() {
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{command.Name(), "--help"}, os.LookupEnv, nil, &out, &errs)
		require.Zero(t, code, errs.String())
		for _, row := range exitCodes {
			require.Contains(t, out.String(), row.meaning, command.Name())
		}
	}
}

func TestReadmeNamesEveryDirectDependency(t *testing.T) {
	text, _ := readme(t)
	data, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	direct, _, _ := strings.Cut(string(data), ")")
	found := 0
	for _, match := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(direct, -1) {
		name := match[1]
		if short, ok := strings.CutPrefix(name, "golang.org/x/"); ok {
			require.Regexp(t, `golang\.org/x/\{[^}]*\b`+short+`\b`, text)
		} else {
			require.Contains(t, text, name)
		}
		found++
	}
	require.Greater(t, found, 10)
}

// TestReadmeAccountantCommandsRun runs the block for accountants with the embedded sandbox,
// for the last month instead of the README's.
func TestReadmeAccountantCommandsRun(t *testing.T) {
	_, blocks := readme(t)
	var block string
	for _, b := range blocks {
		if strings.Contains(b, "dropbridge ledger") {
			block = b
		}
	}
	month := time.Now().AddDate(0, 0, -time.Now().Day()).Format("2006-01")
	t.Chdir(t.TempDir())
	commands := 0
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(strings.ReplaceAll(line, "2026-10", month))
		require.Equal(t, "dropbridge", args[0])
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), args[1:], func(string) (string, bool) { return "", false }, strings.NewReader(""), &stdout, &stderr)
		require.Equal(t, exitDone, code, "%s: %s%s", line, stdout.String(), stderr.String())
		require.Contains(t, stdout.String(), "checks are OK")
		require.FileExists(t, args[slices.Index(args, "--out")+1])
		commands++
	}
	require.Equal(t, 4, commands)
}

// TestReadmeWalksRun runs the walks of the storefront's owner and of the order manager with
// the embedded sandbox, as far as they are commands of dropbridge.
func TestReadmeWalksRun(t *testing.T) {
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	for begins, walk := range map[string]struct {
		want  []string // of each command
		codes []int
		files []string // that are there at the end
	}{
		"dropbridge templates ": {[]string{"prom-xlsx", "prom: ", "kind: feed", "mine: "}, []int{exitDone, exitPartial, exitDone, exitPartial},
			[]string{"feeds/prom.yml", "feeds/prom.yml.report.csv", "feeds/mine.xlsx"}},
		"dropbridge inspect ": {[]string{"2001", "6 accepted", "nothing waits for you", "2001, accepted", "6 duplicate"}, []int{exitDone, exitDone, exitDone, exitDone, exitDone},
			[]string{"orders.csv"}},
	} {
		t.Run(strings.TrimSpace(begins), func(t *testing.T) {
			_, blocks := readme(t)
			at := slices.IndexFunc(blocks, func(b string) bool { return strings.HasPrefix(b, begins) })
			require.GreaterOrEqual(t, at, 0)
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("orders.csv", sample, 0o644))
			lines := strings.Split(strings.TrimSpace(blocks[at]), "\n")
			require.Len(t, lines, len(walk.want))
			for i, line := range lines {
				line, _, _ = strings.Cut(line, "#")
				line, into, toFile := strings.Cut(line, ">")
				var stdout, stderr bytes.Buffer
				code := run(t.Context(), strings.Fields(line)[1:], func(string) (string, bool) { return "", false }, strings.NewReader(""), &stdout, &stderr)
				require.Equal(t, walk.codes[i], code, "%s: %s%s", line, &stdout, &stderr)
				require.Contains(t, stdout.String(), walk.want[i], line)
				if toFile {
					require.NoError(t, os.WriteFile(strings.TrimSpace(into), stdout.Bytes(), 0o644))
				}
			}
			for _, file := range walk.files {
				require.FileExists(t, file)
			}
		})
	}
}

// TestDocumentsNameTestsThatAreThere: what README and CONTRIBUTING tell to run with -run is a test.
func TestDocumentsNameTestsThatAreThere(t *testing.T) {
	found := 0
	for _, document := range []string{"README.md", ".github/CONTRIBUTING.md"} {
		text := string(readFile(t, filepath.Join("../..", document)))
		for _, match := range regexp.MustCompile(`go test (\./\S+) -run '?([\w|]+)`).FindAllStringSubmatch(text, -1) {
			var code strings.Builder
			files, err := filepath.Glob(filepath.Join("../..", match[1], "*_test.go"))
			require.NoError(t, err)
			for _, file := range files {
				code.Write(readFile(t, file))
			}
			for name := range strings.SplitSeq(match[2], "|") {
				require.Contains(t, code.String(), "\nfunc "+name, "%s in %s", match[0], document)
				found++
			}
		}
	}
	require.Greater(t, found, 4)
}

// TestReadmeLinksLeadSomewhere: to a file of the project, or to a heading of the README.
func TestReadmeLinksLeadSomewhere(t *testing.T) {
	text, _ := readme(t)
	headings := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchor := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(match[1]), "")
		headings[strings.ReplaceAll(anchor, " ", "-")] = true
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1)
	require.Greater(t, len(links), 20)
	for _, link := range links {
		file, anchor, _ := strings.Cut(link[1], "#")
		if file == "" {
			require.True(t, headings[anchor], link[1])
		} else {
			require.FileExists(t, filepath.Join("../..", file))
		}
	}
}

// TestReadmeConnectCommandsRun connects the stand-in of the README as it says, with what a
// person fills in put in the place of the editor.
func TestReadmeConnectCommandsRun(t *testing.T) {
	text, blocks := readme(t)
	var block string
	for _, b := range blocks {
		if strings.Contains(b, "dropbridge learn") {
			block = b
		}
	}
	const address = "http://127.0.0.1:8765"
	require.Contains(t, text, "`dropbridge sandbox --dialect offers --token acme-token --history 30` serves a strange supplier at `"+address+"`")
	shop, _ := startSandboxCommand(t, "--dialect", "offers", "--token", "acme-token", "--history", "30", "--accept-any-sku")
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("dropbridge.yaml", []byte("supplier: {base_url: \""+shop.URL+"\", mapping: acme.yaml}\nfeeds: {partner: {template: csv, out: partner.csv, private: true}}\n"), 0o644))
	require.NoError(t, os.WriteFile("one-order.csv", []byte("№ замовлення;ПІБ отримувача;Телефон;Місто;Відділення;Артикул;Кількість;Ціна, грн\n1;Коваль Олена;+380670000101;Київ;12;KB-01;1;450,00\n"), 0o644))
	var ran []string
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(strings.ReplaceAll(line, address, shop.URL))
		switch args[0] {
		case "export":
			continue
		case "$EDITOR":
			requireTold(t, args[1])
			continue
		}
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), args[1:], func(key string) (string, bool) { return "acme-token", key == "DROPBRIDGE_TOKEN" }, strings.NewReader(""), &stdout, &stderr)
		want := exitDone
		switch {
		case args[1] == "check" && len(args) == 2:
			want = exitConfig // the requests are not approved yet
			require.Contains(t, stdout.String(), "posting is disabled until they are approved")
			require.Contains(t, stdout.String(), `"delivery_service_id": 1`)
		}
		require.Equal(t, want, code, "%s: %s%s", line, stdout.String(), stderr.String())
		ran = append(ran, strings.Join(args[1:2], " "))
	}
	require.Equal(t, []string{"learn", "check", "export", "check", "import"}, ran)
	require.Greater(t, strings.Count(string(readFile(t, "partner.csv")), "\n"), 200)
}

// requireTold demands what the supplier's document tells of ids, so that a person need not
// look them up.
func requireTold(t *testing.T, file string) {
	t.Helper()
	mapping := string(readFile(t, file))
	require.NotContains(t, mapping, "# missing")
	for _, line := range []string{
		`carrier: {at: shipping.delivery_service_id, map: {nova_poshta: 1, ukrposhta: 2, meest: 3, pickup: 5}}`,
		`payment_method: {at: "payments[0].payment_method_id", map: {cod: 1, prepaid: 2, balance: 3}}`,
		`"10": delivered`,
	} {
		require.Contains(t, mapping, line)
	}
}

// TestReadmePriceListCommandsRun connects the stand-in's list as the README says.
func TestReadmePriceListCommandsRun(t *testing.T) {
	text, blocks := readme(t)
	var block string
	for _, b := range blocks {
		if strings.Contains(b, "lists/goods.yml") {
			block = b
		}
	}
	const address = "http://127.0.0.1:8765"
	require.Contains(t, text, "`dropbridge sandbox --dialect pricelist` serves its goods as lists at `"+address+"`")
	shop, _ := startSandboxCommand(t, "--dialect", "pricelist")
	t.Chdir(t.TempDir())
	commands := 0
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(strings.ReplaceAll(line, address, shop.URL), " #")
		commands++
		if config, begins := strings.CutPrefix(line, "echo '"); begins {
			config, _, _ = strings.Cut(config, "'")
			require.NoError(t, os.WriteFile("dropbridge.yaml", []byte(config+"\n"), 0o644))
			continue
		}
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), strings.Fields(line)[1:], func(string) (string, bool) { return "", false }, strings.NewReader(""), &stdout, &stderr)
		require.Contains(t, []int{exitDone, exitPartial}, code, "%s: %s%s", line, stdout.String(), stderr.String())
		if strings.Contains(line, "check") {
			require.Contains(t, stdout.String(), "column price_drop: drop_price, sure to 100 %")
		}
	}
	require.Equal(t, 5, commands)
	require.Contains(t, string(readFile(t, "goods.csv")), "KB-")
	require.Contains(t, string(readFile(t, "shop.yml")), "<offer ")
}

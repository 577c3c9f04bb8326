package letter

import (
	"html"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Voice says letters to people.
type Voice struct {
	Shop     string // its name
	Page     string // the address of the page, "" where it is not known
	Language wording.Language
	Zone     *time.Location
}

// How much a message holds. What does not fit is on the page and in `status`.
const (
	mostItem     = 500    // characters of a sentence
	mostPlain    = 20_000 // characters of a mail
	mostTelegram = 3_500  // of a chat's message, which may have 4,096 with its marks
)

// block is an item as it stands in a message.
type block struct {
	Head  string
	Lines []string
}

func (v Voice) say(key string, values ...any) string {
	return wording.NewMessage("notify."+key, values...).In(v.Language)
}

// Subject has the shop's name and how many things the letter tells.
func (v Voice) Subject(l *Letter) string {
	shop := oneline.Clean(v.Shop, 60)
	open := 0
	for _, item := range l.Items {
		if item.News != Over {
			open++
		}
	}
	switch {
	case l.Kind == Trial:
		return v.say("subject_test", shop)
	case open == 0:
		return v.say("subject_over", len(l.Items), shop)
	case l.Kind == Digest:
		return v.say("subject_digest", open, shop)
	}
	return v.say("subject", open, shop)
}

// Plain is a letter as plain text.
func (v Voice) Plain(l *Letter, repeat bool) string {
	intro, blocks, outro := v.parts(l, repeat, mostPlain)
	var b strings.Builder
	for _, line := range intro {
		b.WriteString(line + "\n\n")
	}
	for _, item := range blocks {
		b.WriteString(item.Head + "\n")
		for _, line := range item.Lines {
			b.WriteString("  " + line + "\n")
		}
		b.WriteString("\n")
	}
	return b.String() + strings.Join(outro, "\n") + "\n"
}

// Telegram is a letter as the HTML that bots may send: nothing but what is bold.
func (v Voice) Telegram(l *Letter, repeat bool) string {
	intro, blocks, outro := v.parts(l, repeat, mostTelegram)
	parts := []string{"<b>" + html.EscapeString(v.Subject(l)) + "</b>"}
	for _, line := range intro {
		parts = append(parts, html.EscapeString(line))
	}
	for _, item := range blocks {
		parts = append(parts, "<b>"+html.EscapeString(item.Head)+"</b>"+strings.Join(append([]string{""}, escaped(item.Lines)...), "\n"))
	}
	return strings.Join(append(parts, escaped(outro)...), "\n\n")
}

func escaped(lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, html.EscapeString(line))
	}
	return out
}

// mailPage is the simple HTML of mails.
const mailPage = `<!doctype html><html lang="{{.Language}}"><meta charset="utf-8"><body style="font-family:sans-serif;max-width:40em">
{{range .Intro}}<p>{{.}}</p>
{{end}}{{range .Blocks}}<p><b>{{.Head}}</b>{{range .Lines}}<br>{{.}}{{end}}</p>
{{end}}{{range .Outro}}<p>{{.}}</p>
{{end}}{{if .Page}}<p><a href="{{.Page}}">{{.Page}}</a></p>
{{end}}</body></html>
`

// HTML is a letter as the other half of a mail.
func (v Voice) HTML(l *Letter, repeat bool) (string, error) {
	page, err := template.New("mail").Parse(mailPage)
	if err != nil {
		return "", err
	}
	intro, blocks, outro := v.parts(l, repeat, mostPlain)
	if v.Page != "" {
		outro = outro[:len(outro)-1] // the link says it
	}
	var b strings.Builder
	err = page.Execute(&b, map[string]any{"Language": v.Language, "Intro": intro, "Blocks": blocks, "Outro": outro, "Page": v.Page})
	return b.String(), err
}

// parts are what a letter says: before its items, of each that fits, and behind them.
func (v Voice) parts(l *Letter, repeat bool, most int) (intro []string, blocks []block, outro []string) {
	if repeat {
		intro = append(intro, v.say("repeat"))
	}
	if l.Kind == Trial {
		intro = append(intro, v.say("test"))
	}
	size := 0
	for i, item := range l.Items {
		b := v.block(item)
		if size += b.size(); size > most {
			outro = append(outro, v.say("more", len(l.Items)-i))
			break
		}
		blocks = append(blocks, b)
	}
	if v.Page != "" {
		outro = append(outro, v.say("page", v.Page))
	}
	return intro, blocks, outro
}

func (b block) size() int {
	n := utf8.RuneCountInString(html.EscapeString(b.Head))
	for _, line := range b.Lines {
		n += 1 + utf8.RuneCountInString(html.EscapeString(line))
	}
	return n
}

func (v Voice) block(item Item) block {
	b := block{Head: item.Text}
	switch item.News {
	case Over:
		return block{Head: v.say("over", item.Text)}
	case Grown:
		b.Head = v.say("grown", item.Text)
	case Still:
		b.Head = v.say("still", item.Text)
	}
	if !item.Since.IsZero() {
		b.Lines = append(b.Lines, v.say("since", item.Since.In(v.Zone).Format(wording.MinuteLayout)))
	}
	if item.Then != "" {
		b.Lines = append(b.Lines, v.say("unless", item.Then))
	}
	if item.Mend != "" {
		b.Lines = append(b.Lines, v.say("mend", item.Mend))
	}
	return b
}

// CodeWaiting is the finding whose sentence has the supplier's own words.
const CodeWaiting = "orders_waiting"

// MergedTexts is how many findings of one cause are told with their own words.
const MergedTexts = 3

// topicThen has what happens if nobody does anything, by the code of a finding or an event.
const topicThen = "notify.then"

// Codes are the codes of all that letters tell.
func Codes() []string { return wording.Codes(topicThen) }

// Worded is an item as people are told it: without names of people and phones, with what happens if nobody does
// anything. merged is how many findings are in it.
func (v Voice) Worded(item Item, merged int) Item {
	switch {
	case item.Code == CodeWaiting: // the supplier's own words may name people
		item.Text = v.say("waiting", item.Count, oneline.Few(item.Orders, mostNamed))
	case item.Code == standing.CodeFileFailed: // it has the first cells of a file, which may be a person's
		item.Text = v.say("unread", oneline.Few(item.Files, mostNamed))
	case merged > MergedTexts:
		item.Text = v.say("merged", item.Text, merged-MergedTexts)
	}
	item.Text, item.Mend = Private(item.Text), Private(item.Mend)
	if slices.Contains(Codes(), item.Code) {
		item.Then = v.Language.Word("notify.then", item.Code)
	}
	return item
}

// phone is a Ukrainian number, however it is written.
var phone = pattern.Lazy(`(?:\+?\b38[\s(-]*|\b)0\d{2}[\s)-]*\d{3}[\s-]?\d{2}[\s-]?\d{2}\b|\+\d{9,15}\b`)

// Private is a sentence without phones, and not longer than a person reads: what suppliers
// and files say may have them in it.
func Private(text string) string {
	return oneline.Clean(phone().ReplaceAllString(text, "…"), mostItem)
}

// Event is the sentence of an event that happened to some orders, and what to do then.
func (v Voice) Event(code string, orders []string) (what, way string) {
	return v.say(code, len(orders), oneline.Few(orders, mostNamed)), v.say(code + "_way")
}

// mostNamed is how many numbers a letter names.
const mostNamed = 10

package importer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestReasonsSpeakTheFilesLanguage: that of the config, else of the headings, else both,
// Ukrainian first; and they say what to do next.
func TestReasonsSpeakTheFilesLanguage(t *testing.T) {
	const uk, en = "Файл не прийнято: жодного замовлення з нього не надіслано.", "The file was not read: nothing of it was posted."
	ukrainian, english, unreadable := "Хто;Куди;Що\nКоваль;Київ;Ліхтар\n", "who,where,what\nAda,London,lamp\n", "%PDF-1.7\n"
	for name, c := range map[string]struct {
		language     wording.Language
		content      string
		want, absent []string
	}{
		"Ukrainian headings":             {"", ukrainian, []string{uk, "Причина: у жодному з перших 20 рядків", "(headings_unknown)", "знову покладіть його в теку", "inbox"}, []string{en}},
		"English headings":               {"", english, []string{en, "Reason: none of the first 20 rows", "drop it into the folder"}, []string{uk}},
		"unreadable bytes":               {"", unreadable, []string{uk, "документ PDF", en, "a PDF", "(format_unknown)"}, nil},
		"the config's, English":          {wording.English, ukrainian, []string{en, "none of the first 20 rows"}, []string{uk}},
		"the config's, Ukrainian":        {wording.Ukrainian, english, []string{uk, "у жодному з перших 20 рядків"}, []string{en}},
		"the config's, of unreadable":    {wording.Ukrainian, unreadable, []string{uk, "документ PDF"}, []string{en}},
		"a cut file with known headings": {"", heading + row("1") + "2;Петренко", []string{uk, "останній рядок, 3", "(file_truncated)"}, []string{en}},
		"several faults, each said":      {"", "Номер замовлення;ПІБ;Телефон;Місто\n1;Коваль Олена;0670000101;Київ\n", []string{"Причина: немає стовпця для поля «артикул»", "Причина: немає стовпця для поля «кількість»"}, []string{en}},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(t *testing.T, r *rig) {
				r.write("inbox/bad file.csv", c.content)
				wait(time.Minute)
				reason := r.read("failed/bad file.csv.reason.txt")
				for _, part := range append(c.want, "bad file.csv", "dropbridge inspect") {
					require.Contains(t, reason, part)
				}
				for _, part := range c.absent {
					require.NotContains(t, reason, part)
				}
				if strings.Contains(reason, uk) && strings.Contains(reason, en) {
					require.Less(t, strings.Index(reason, uk), strings.Index(reason, en))
				}
			}, func(config *desk.Config) { config.Language = c.language })
		})
	}
}

package rig

import "strings"

// Fate is what becomes of an order file of a name.
type Fate int

// The fates.
const (
	Good    Fate = iota // it is taken, whichever way it comes
	Bad                 // a program may not give it this name; one that lies in the inbox is taken all the same
	Ignored             // no inbox ever takes it, so that nobody may give it
)

// FileNames are names that programs and people give to files, the usual and the hostile, for all ways into the
// inbox: the folder, HTTP and SFTP.
func FileNames() map[string]Fate {
	return map[string]Fate{
		"orders.csv": Good, "Παραγγελία 30.11 (2).csv": Good, "a&b=c?d#e%41+.csv": Bad, "a'b.csv": Good, "$(reboot).csv": Good, "=1+1.csv": Good, "..a.csv": Ignored, "a..csv": Bad,
		"../x.csv": Bad, "../../etc/passwd": Bad, "/etc/cron.d/x.csv": Bad, "deep/a.csv": Bad, "a\\b.csv": Bad, "C:\\x.csv": Bad, "a:b.csv": Bad, "a*.csv": Bad, "a|b.csv": Bad, "a<b>.csv": Bad, `a"b.csv`: Bad,
		"a\x00b.csv": Bad, "a\nb.csv": Bad, "a\rb.csv": Bad, "a\tb.csv": Bad, "\x1b[2J.csv": Bad, "a\u202evsc.csv": Bad, "\xff\xfe.csv": Bad, "\xef\xf0\xe8\xe2\xb3\xf2.csv": Bad, "a\u2028b.csv": Bad,
		"con.csv": Bad, "NUL": Bad, "COM1.csv": Bad, "lpt9": Bad, "a.csv.": Bad, "a.csv ": Bad, " a.csv": Bad, "-rf.csv": Bad,
		strings.Repeat("x", 300) + ".csv": Bad, strings.Repeat("λ", 120) + ".csv": Bad,
		".hidden.csv": Ignored, ".dropbridge.journal": Ignored, ".dropbridge-1.tmp": Ignored, "~$orders.xlsx": Ignored, ".~lock.orders.csv#": Ignored, "a.csv.tmp": Ignored, "a.csv.part": Ignored,
		"a.csv.crdownload": Ignored, "Thumbs.db": Ignored, "desktop.ini": Ignored,
	}
}

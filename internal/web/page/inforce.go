package page

import (
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sourceView is a source with its words by what they are about.
type sourceView struct {
	Source
	Groups []wordGroup
	Sheet  *sheetView // nil where its orders come from none
}

// sheetView is the Google sheet that the orders of a source come from.
type sheetView struct {
	standing.Sheet
	Read, Taken, Written moment
}

// sheet is that of a source, nil for none.
func (f *frame) sheet(source string) *sheetView {
	for _, s := range f.Snapshot.Sheets {
		if s.Source == source {
			now := f.Snapshot.Now
			return &sheetView{s, since(f.Language, s.At, now), since(f.Language, s.TakenAt, now), since(f.Language, s.WrittenAt, now)}
		}
	}
	return nil
}

// wordGroup are the words of a source about one thing.
type wordGroup struct {
	Topic string
	Words []SourceWord // what they mean in words
}

// channelView is a way by which people are told.
type channelView struct {
	standing.Channel
	Level   standing.Level
	When    moment // of the last message
	Visitor Visitor
	Deeds   []deedView
}

// userView is somebody who logs in with a password.
type userView struct {
	accounts.Account
	RoleWord string
	Since    moment
	Visitor  Visitor
	Deeds    []deedView
}

// callView is what the supplier was asked for by one operation in the last day.
type callView struct {
	calls.Line
	What string // the operation in words
	Took string // on average
}

// backupView is a copy of the journal.
type backupView struct {
	Backup
	Size string
	When moment
}

// processView is a process that shares the journal.
type processView struct {
	standing.Process
	Since moment // when it started
	Beat  moment // when it last said that it lives
	Holds string // the orders that it sends, in words
}

// processes are those of the snapshot, as the page shows them.
func (f *frame) processes() (list []processView) {
	for _, p := range f.Snapshot.Processes {
		one := processView{Process: p, Since: since(f.Language, p.Started, f.Snapshot.Now), Beat: since(f.Language, p.Seen, f.Snapshot.Now)}
		if p.Sending > 0 {
			one.Holds = say(f.Language, "process_sending", p.Sending)
		}
		list = append(list, one)
	}
	return list
}

// addSettings adds what is in force beside the config's text.
func (p *pages) addSettings(r *http.Request, v *settingsView) {
	f := &v.frame
	l := f.Language
	failed := func(err error) {
		if err != nil {
			p.Logger.Error("settings not read", "error", err)
			v.Failed = append(v.Failed, asNotice(l, err))
		}
	}
	s, err := p.Shop.Settings(r.Context())
	failed(err)
	v.Settings, v.Started = s, since(l, f.Snapshot.Started, f.Snapshot.Now)
	var names []string
	for _, source := range s.Sources {
		v.Sources = append(v.Sources, sourceView{source, wordGroups(l, source.Words), f.sheet(source.Name)})
		if source.Name != "" {
			names = append(names, source.Name)
		}
	}
	for _, line := range s.Calls {
		what := word(l, strings.ReplaceAll(line.Op, " ", "_"), "supplier_op.")
		if line.Supplier != "" {
			what = line.Supplier + ": " + what
		}
		v.Calls = append(v.Calls, callView{line.Line, what, say(l, "milliseconds", line.Average().Milliseconds())})
	}
	v.Shared = f.processes()
	for _, c := range s.Channels {
		v.Channels = append(v.Channels, f.channel(c))
	}
	users, err := p.Shop.Users()
	failed(err)
	for _, user := range users {
		v.Users = append(v.Users, f.user(user))
	}
	keys, err := p.Shop.Keys()
	failed(err)
	v.Keyrings = f.keys("settings", keys, func(keyring.Key) bool { return true })
	v.UserDeeds = f.deeds("users", newUserDeed(l))
	v.KeyDeeds = f.deeds("keys", keyDeed(l, f.Snapshot.Feeds, names))
	f.addBackups(v)
}

// addBackups adds the copies of the journal.
func (f *frame) addBackups(v *settingsView) {
	l, s := f.Language, v.Settings
	v.Backup = f.errand(s.Backup, "backup_running")
	for _, b := range s.Backups {
		v.Backups = append(v.Backups, backupView{b, l.Size(b.Bytes), since(l, b.At, f.Snapshot.Now)})
	}
	if s.NoBackup != nil {
		why := asNotice(l, s.NoBackup)
		v.NoBackup = &why
		return
	}
	v.BackupDeeds = f.deeds("backup", deed{Kind: DoBackup, Label: say(l, "backup_now"), Says: say(l, "backup_says"), Sure: say(l, "backup_sure")})
}

// wordGroups are the words of a source by what they are about, each with what it means in words.
func wordGroups(l wording.Language, words []SourceWord) (groups []wordGroup) {
	for _, w := range words {
		if n := len(groups); n == 0 || groups[n-1].Topic != l.Word("source_word", w.Topic) {
			groups = append(groups, wordGroup{Topic: l.Word("source_word", w.Topic)})
		}
		w.Means = meaning(l, w)
		group := &groups[len(groups)-1]
		group.Words = append(group.Words, w)
	}
	return groups
}

// meaning is what a word of a source means, in words.
func meaning(l wording.Language, w SourceWord) string {
	switch w.Topic {
	case "column":
		return l.Word("order_field", w.Means)
	case "payment":
		return l.Payment(w.Means)
	case "carrier":
		return l.Carrier(w.Means)
	}
	return l.Word("source_state", w.Means)
}

func (f *frame) channel(c standing.Channel) channelView {
	l := f.Language
	v := channelView{Channel: c, Level: standing.Fine, When: since(l, c.Sent, f.Snapshot.Now), Visitor: f.Visitor}
	if c.Error != "" {
		v.Level = standing.Failing
	}
	v.Deeds = f.deeds("channel-"+strings.ReplaceAll(c.Name, " ", "-"), deed{Kind: DoTestChannel, Label: say(l, "test_channel"), Says: say(l, "test_channel_says", c.Name), Sure: say(l, "test_channel_sure"),
		Fields: []field{{"channel", c.Name}}})
	return v
}

// user is somebody who logs in, with what can be done about him. Who stands in the config is
// changed there.
func (f *frame) user(a accounts.Account) userView {
	l := f.Language
	v := userView{Account: a, RoleWord: l.Word("role", a.Role), Since: since(l, a.Made, f.Snapshot.Now), Visitor: f.Visitor}
	if a.Config {
		return v
	}
	other := access.Actor.String()
	if a.Role == other {
		other = access.Looker.String()
	}
	v.Deeds = f.deeds("user-"+a.Name,
		deed{Kind: DoSetRole, Label: say(l, "set_role_"+other), Says: say(l, "set_role_says", a.Name), Sure: say(l, "set_role_sure"), Fields: []field{{"name", a.Name}, {"role", other}}},
		deed{Kind: DoRemoveUser, Label: say(l, "remove_user"), Says: say(l, "remove_user_says", a.Name), Sure: say(l, "remove_user_sure"), Harm: true, Fields: []field{{"name", a.Name}}})
	return v
}

// newUserDeed adds somebody, or gives one there another password.
func newUserDeed(l wording.Language) deed {
	roles := []option{{access.Looker.String(), l.Word("role", access.Looker.String())}, {access.Actor.String(), l.Word("role", access.Actor.String())}}
	return deed{Kind: DoSetUser, Label: say(l, "add_user"), Says: say(l, "add_user_says"), Sure: say(l, "add_user_sure"),
		Ask: []question{{Name: "name", Label: say(l, "user_name")}, {Name: "role", Label: say(l, "user_role"), Options: roles},
			{Name: "password", Label: say(l, "user_password"), Secret: true}, {Name: "again", Label: say(l, "user_password_again"), Secret: true}}}
}

package state

import "time"

// Action is what a person did, with the program or on the page. It outlives what it was about.
type Action struct {
	ID      int64 // rises with each
	Account string
	At      time.Time
	Person  string
	Kind    ActionKind
	Source  string // of the order or the file; "" is the inbox itself
	About   string // an order's number, or the name of a file, a feed, a key or a setting
	Detail  string // what was said or set, as a person reads it; never a secret
	Origin  string // from where: OriginCommand, or the address of who asked the page
}

// OriginCommand is the Origin of what was done by a command.
const OriginCommand = "command"

// ActionKind is what was done.
type ActionKind string

// The kinds of actions. What is decided about an order has the kind of the decision.
const (
	ActedFeedAccepted    ActionKind = "feed_accepted"    // a feed that was held back is published once
	ActedDriftAccepted   ActionKind = "drift_accepted"   // the supplier's answers are as they are now
	ActedApproved        ActionKind = "approved"         // a mapping's requests may be sent
	ActedFileDropped     ActionKind = "file_dropped"     // a file was given, or given again
	ActedKeyMade         ActionKind = "key_made"         // of a private feed, or of an upload
	ActedKeyRevoked      ActionKind = "key_revoked"      // it opens nothing any more
	ActedSettingsChanged ActionKind = "settings_changed" // the config was written
	ActedLooked          ActionKind = "looked"           // the supplier was asked for orders of which nobody knows
	ActedTried           ActionKind = "tried_now"        // what waits for the supplier was tried before its time
	ActedFeedBuilt       ActionKind = "feed_built"       // a feed was built before its time
	ActedTaught          ActionKind = "word_taught"      // a word or a heading of a source was given its meaning
	ActedStockTaught     ActionKind = "stock_taught"     // a word of a price list was given its meaning
	ActedLogin           ActionKind = "login"            // a person logged in
	ActedMonthClosed     ActionKind = "month_closed"     // the books of a month were closed
	ActedUserSet         ActionKind = "user_set"         // somebody who logs in has a new password or role
	ActedUserRemoved     ActionKind = "user_removed"     // somebody logs in no more
	ActedChannelTested   ActionKind = "channel_tested"   // a test message was sent
	ActedBackup          ActionKind = "backup"           // the journal was copied
	ActedPurged          ActionKind = "purged"           // persons were forgotten, About is of how many orders; Detail is how many files went
	ActedTakenBack       ActionKind = "taken_back"       // what was done was undone: Detail is the kind of that
)

// Subject is what an action was about.
type Subject string

// The subjects that people ask for.
const (
	SubjectOrder Subject = "order"
	SubjectFile  Subject = "file"
	SubjectFeed  Subject = "feed"
	SubjectOther Subject = "other" // a key, a user, a setting, or nothing that has a name
)

// Subject is what the action was about, by its kind; that something was taken back is about the same.
func (a Action) Subject() Subject {
	kind := a.Kind
	if kind == ActedTakenBack {
		kind = ActionKind(a.Detail)
	}
	switch {
	case IsDecision(kind), kind == ActionKind(DecidedUndo):
		return SubjectOrder
	case kind == ActedFileDropped:
		return SubjectFile
	case kind == ActedFeedAccepted, kind == ActedFeedBuilt:
		return SubjectFeed
	}
	return SubjectOther
}

// ActionQuery chooses actions, the newest first; zero fields do not restrict.
type ActionQuery struct {
	Account string
	About   string
	Person  string
	Since   time.Time
	Before  int64 // Action.ID of the last one of the page before
	Limit   int
}

// Acted is the decision as an action of its person; kind is DecidedUndo where it is taken back.
func (d Decision) Acted(kind DecisionKind, source, origin string) Action {
	a := Action{Account: d.Account, At: d.At, Person: d.Person, Kind: ActionKind(kind), Source: source, About: d.Number, Detail: d.Value, Origin: origin}
	if kind == DecidedUndo {
		a.At, a.Person, a.Detail = d.UndoneAt, d.UndoneBy, string(d.Kind)
	}
	return a
}

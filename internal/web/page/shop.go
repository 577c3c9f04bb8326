package page

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Shop is the program behind the pages, asked from several goroutines at a time.
type Shop interface {
	Diary
	Teacher
	Finder
	Keeper
	Bookkeeper
	// Standing tells how things stand, with the sentences about orders and files in a language.
	Standing(context.Context, wording.Language) (standing.Snapshot, error)
	// Find gives the orders of a source, "" for the inbox itself, that have or had a number,
	// each with its story.
	Find(ctx context.Context, l wording.Language, source, number string) ([]overview.OrderStatus, error)
	// Decidable gives the orders that findings are about, each with so much of its story as is
	// needed to decide about it.
	Decidable(ctx context.Context, l wording.Language, about []standing.Subject) ([]overview.OrderStatus, error)
	// Requests are the examples of requests that wait for somebody to approve them.
	Requests(context.Context) ([]mapping.DryRun, error)
	// Sources are the names of the sources beside the inbox itself.
	Sources() []string
	// Suppliers are the names of the suppliers, none where there is but one.
	Suppliers() []string
	// Upload drops an order file of a source; what it could be taken as is the Effect.
	Upload(ctx context.Context, a Action, name string, content io.Reader) (Effect, error)
	// Why tells how a feed shows the product with an SKU. The whole list of products is read for
	// it: where that takes longer than a request may, the answer is asked for again.
	Why(ctx context.Context, feed, sku string) (Look, error)
	// ConfigFile is the config as it stands in its file, and CheckConfig what is wrong with a text
	// for it. A person's DoSaveConfig writes it.
	ConfigFile() ConfigFile
	CheckConfig(text string) error
	// Do does what a person asks for, as the command of the same meaning does. A refusal is
	// an error, which has a way out as failure.Hint tells it.
	Do(context.Context, Action) (Effect, error)
}

// Look is a look at a product in a feed.
type Look struct {
	Reading Errand // while it goes on nothing else is known
	Shown   []exporter.Shown
	Missing bool // the supplier's list does not have the product
}

// Options says what is shown, by whom it is done, and who is asking.
type Options struct {
	Shop Shop
	Name string // of the shop, as the bar shows it

	URL      string                      // of the page as people open it, "": as they do
	Visitor  func(*http.Request) Visitor // who asks; nil: somebody who may do everything
	Token    func(*http.Request) string  // what a form must bring so that it counts; nil: nothing
	Language wording.Language            // where neither the person nor the browser has chosen; "": English
	Now      func() time.Time            // nil: time.Now
	Logger   *slog.Logger                // nil: none
	Effects  *Effects                    // of what was done on pages before these; nil: of these alone
}

// Visitor is who looks at the pages.
type Visitor struct {
	Name   string // "" for who needs none, as on the machine itself
	Sees   bool   // names, numbers and texts, not levels and counts alone
	Acts   bool   // may do what the buttons do
	Login  string // the address where one logs in, "" where that is of no use
	Logout string // the address to which a form logs out, "" where nobody is logged in
}

// pages is what stands behind the routes.
type pages struct {
	Options
	looks map[wording.Language]looks
}

// Action is what a person asks for. Its kind says which of the fields count; the buttons of
// a place fill them, and the program behind the pages trusts none of them.
type Action struct {
	Kind   string            // one of the Do… of this package
	Values map[string]string // as the form has them, by the names of its fields
	Person string            // who asks
	From   string            // the address that he asks from

	Language wording.Language // of the answer
}

// Effect is what an action has done.
type Effect struct {
	Text string // what was written or sent, in the language of the action

	Secret []Secret // what is shown this once and nowhere noted
	Back   string   // the page that shows it, "" for the one that was acted on
}

// Secret is a text that is shown once, such as a new key. One that begins with a slash is an
// address of this server.
type Secret struct{ Label, Text string }

// The kinds of actions. The values that each needs stand behind it.
const (
	DoDecide      = "decide"       // about an order: source, order, answer (a state.DecisionKind), value
	DoLook        = "look"         // for orders whose outcome is unknown
	DoTryNow      = "try_now"      // what waits for the supplier
	DoCheck       = "check"        // whether something is still wrong: what (one of Check…), about (of a disk: a folder on it)
	DoDropAgain   = "drop_again"   // a file that could not be read: source, file
	DoBuild       = "build"        // a feed: feed
	DoAcceptFeed  = "accept_feed"  // publish once what the guard refuses: feed
	DoAcceptDrift = "accept_drift" // the supplier's answers as they are now: supplier
	DoUndo        = "undo"         // what was done: id (of the action)
	DoUpload      = "upload"       // order files: source
	DoSaveConfig  = "save_config"  // text, before (what the person has seen)
	DoTeach       = "teach"        // what a word or a heading of a source means: source, file, list, word, meaning
	DoTeachStock  = "teach_stock"  // what a word of a price list says of stock: source (the list in the config), word, meaning
	DoApprove     = "approve"      // a mapping's requests: shown, the Sum of them
	DoMakeKey     = "make_key"     // name, purpose (a keyring.For…, "/" and what it is of)
	DoRevokeKey   = "revoke_key"   // name
	DoReckon      = "reckon"       // what the ledger comes to: supplier (AllSuppliers for each)
	DoCloseMonth  = "close_month"  // month, supplier, accept (yes, or anything else)
	DoSetUser     = "set_user"     // name, role, password, again
	DoSetRole     = "set_role"     // name, role
	DoRemoveUser  = "remove_user"  // name
	DoTestChannel = "test_channel" // channel
	DoBackup      = "backup"       // the journal
)

// AllSuppliers stands for each of several.
const AllSuppliers = "*"

// What DoCheck looks at.
const (
	CheckSupplier = "supplier"
	CheckDisk     = "disk"
	CheckInbox    = "inbox"
)

// ErrUnknownAction is of an action that the program behind the pages does not have.
var ErrUnknownAction = errors.New("unknown action")

// UnknownAction is ErrUnknownAction in words for people.
func UnknownAction(kind string) error {
	return &refusal.Refusal{What: wording.NewMessage("page.unknown_action", kind), Cause: ErrUnknownAction}
}

// ConfigFile is the config as it stands in its file.
type ConfigFile struct {
	File     string // its name, for people
	Text     string
	ReadOnly string // why the page cannot write it, "" where it can
}

package accounts

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/register"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Account is somebody who logs in with a password.
type Account struct {
	Name     string    `yaml:"name"     json:"name"`
	Role     string    `yaml:"role"     json:"role"` // look or act
	Password string    `yaml:"password" json:"-"`    // its argon2id hash
	Made     time.Time `yaml:"made,omitempty"     json:"made,omitzero"`

	Config bool `yaml:"-" json:"config"` // it stands in the config, and not in the file
}

// Accounts are all of them. Use Open.
type Accounts struct {
	file   *register.Register[Account]
	config []Account
	logger *slog.Logger
	nobody func() string // a hash that is checked where there is no such user
}

// Open is the accounts of the file at path, and those of the config, which are taken where
// both have a name. Changes of the file count at once.
func Open(path string, config []Account, logger *slog.Logger) *Accounts {
	for n := range config {
		config[n].Config = true
	}
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Accounts{file: register.Open[Account](path), config: config, logger: logger, nobody: sync.OnceValue(func() string {
		hash, err := Hash("nobody has this password")
		if err != nil {
			logger.Error("log-ins can be told apart by time", "error", err)
		}
		return hash
	})}
}

// List is all accounts, those of the config first.
func (a *Accounts) List() ([]Account, error) {
	filed, err := a.file.Entries()
	if err != nil {
		return nil, err
	}
	all := slices.Clone(a.config)
	for _, account := range filed {
		if _, twice := named(a.config, account.Name); !twice {
			all = append(all, account)
		}
	}
	return all, nil
}

func named(all []Account, name string) (Account, bool) {
	n := slices.IndexFunc(all, func(account Account) bool { return account.Name == name })
	if n < 0 {
		return Account{}, false
	}
	return all[n], true
}

// listed is List where nobody can be told of an error: then there are those of the config.
func (a *Accounts) listed() []Account {
	all, err := a.List()
	if err != nil {
		a.logger.Error("users not read: only those of the config can log in", "error", err)
		return a.config
	}
	return all
}

// Any reports whether there is an account. A file that cannot be read may hold one: nobody
// gets in without a password because it is damaged.
func (a *Accounts) Any() bool {
	all, err := a.List()
	if err != nil {
		a.logger.Error("users not read: only those of the config can log in", "error", err)
	}
	return err != nil || len(all) > 0
}

// Find is the user of that name.
func (a *Accounts) Find(name string) (access.User, bool) {
	account, known := named(a.listed(), name)
	if !known {
		return access.User{}, false
	}
	return account.user()
}

// user is the account as what it may do; false where its role is none.
func (a Account) user() (access.User, bool) {
	role, known := access.ParseRole(a.Role)
	sum := sha256.Sum256([]byte(a.Password))
	return access.User{Name: a.Name, Role: role, Stamp: hex.EncodeToString(sum[:8])}, known
}

// Check is the user of that name with that password. Where there is none a password is
// checked all the same, so that the time does not tell which names there are.
func (a *Accounts) Check(name, password string) (access.User, bool) {
	account, known := named(a.listed(), name)
	hash := account.Password
	if !known {
		hash = a.nobody()
	}
	if right := fits(password, hash); !right || !known {
		return access.User{}, false
	}
	return account.user()
}

// Put adds an account to the file, or gives one there another password and role. It refuses
// names that cannot be shown, and those of the config, with a *refusal.Refusal. It reports
// whether the account is a new one.
func (a *Accounts) Put(account Account) (added bool, err error) {
	if !fitName(account.Name) {
		return false, refuse("users.bad_name", account.Name)
	}
	if _, inConfig := named(a.config, account.Name); inConfig {
		return false, refuse("users.in_config", account.Name)
	}
	err = a.file.Change(func(all []Account) ([]Account, error) {
		n := slices.IndexFunc(all, func(other Account) bool { return other.Name == account.Name })
		if added = n < 0; added {
			return append(all, account), nil
		}
		all[n] = account
		return all, nil
	})
	return added, err
}

// Remove takes an account out of the file; their sessions end. One that is not there, or that
// stands in the config, is refused with a *refusal.Refusal.
func (a *Accounts) Remove(name string) error {
	if _, inConfig := named(a.config, name); inConfig {
		return refuse("users.in_config", name)
	}
	return a.file.Change(func(all []Account) ([]Account, error) {
		left := slices.DeleteFunc(slices.Clone(all), func(account Account) bool { return account.Name == name })
		if len(left) == len(all) {
			return nil, refuse("users.unknown", name)
		}
		return left, nil
	})
}

func refuse(key, name string) error {
	return refusal.New(failure.Usage, wording.NewMessage(key, name), wording.NewMessage(key+".way"))
}

// longestName is how many bytes a name has at most.
const longestName = 64

// fitName reports whether a name can be typed and shown: letters and digits, and among them
// what addresses of mail have.
func fitName(name string) bool {
	return name != "" && len(name) <= longestName && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r)
	})
}

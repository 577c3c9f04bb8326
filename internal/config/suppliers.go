package config

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// A config with suppliers: is taken apart into one config for each of them. In each of these
// Supplier is that one, so that every method speaks of him alone, and all the rest is shared.

// Suppliers are the configs of the suppliers, in the order of their names; where there is but
// one, the config itself.
func (c *Config) Suppliers() []*Config {
	if !c.Several() {
		return []*Config{c}
	}
	var each []*Config
	for _, name := range slices.Sorted(maps.Keys(c.Named)) {
		each = append(each, c.named(name))
	}
	return each
}

// named is the config as it stands for one of several suppliers.
func (c *Config) named(name string) *Config {
	one := *c
	one.Supplier, one.supplierName, one.Named = c.Named[name], name, nil
	one.takeCounterparty()
	return &one
}

// Several reports whether the config has suppliers:, be it one alone, of which none is chosen.
func (c *Config) Several() bool { return c.Named != nil }

// SupplierNames are the names under suppliers:, sorted; none where there is but one supplier,
// which has no name.
func (c *Config) SupplierNames() []string { return slices.Sorted(maps.Keys(c.Named)) }

// Of is the config as it stands for the supplier of a name. A name that the config has not is
// an error of kind failure.Usage.
func (c *Config) Of(name string) (*Config, error) {
	if _, known := c.Named[name]; known {
		return c.named(name), nil
	}
	if !c.Several() {
		return nil, failure.Misuse("leave the supplier's name out, or name them under suppliers:", "%s has no suppliers: with names, such as %q", c.File, name)
	}
	return nil, failure.Misuse("one of: "+strings.Join(c.SupplierNames(), ", "), "%s has no suppliers.%s", c.File, name)
}

// SupplierName is the name of the config's supplier, "" where he has none.
func (c *Config) SupplierName() string { return c.supplierName }

// SupplierID is what the journal and the files beside it know the supplier by: his name; "" for
// the one of `supplier:`, and for whom takes his place among several.
func (c *Config) SupplierID() string {
	if c.Supplier.First {
		return ""
	}
	return c.supplierName
}

// ShopAccount is the account that every order's key has: of one supplier his, of several the
// shop's own.
func (c *Config) ShopAccount() string {
	if c.AccountOfAll != "" {
		return state.NormalizeAccount(c.AccountOfAll)
	}
	return c.Account()
}

// ShopNewAccount is the account that the config says is another than that of the journal's
// orders, "" where it says so of none.
func (c *Config) ShopNewAccount() string { return cmp.Or(c.NewAccountOfAll, c.Supplier.NewAccount) }

// Whose says of an error which of several suppliers it is about.
func (c *Config) Whose(err error) error {
	if err == nil || c.supplierName == "" {
		return err
	}
	return fmt.Errorf("supplier %s: %w", c.supplierName, err)
}

// RequireOne is an error where the config has several suppliers and none was chosen.
func (c *Config) RequireOne() error {
	if !c.Several() {
		return nil
	}
	return failure.Misuse("add --supplier NAME, one of: "+strings.Join(c.SupplierNames(), ", "), "%s has several suppliers, and none is named", c.File)
}

// supplierAt is the key under which the supplier stands.
func (c *Config) supplierAt() string {
	if c.supplierName != "" {
		return "suppliers." + c.supplierName
	}
	return "supplier"
}

// supplierKey is the whole key of a setting of the supplier.
func (c *Config) supplierKey(setting string) string { return c.supplierAt() + "." + setting }

// defaultTokenEnv is the variable of the environment that has the token where none is named:
// each supplier has his own, so that no token goes to another.
func (c *Config) defaultTokenEnv() string {
	if c.supplierName == "" {
		return "DROPBRIDGE_TOKEN"
	}
	return "DROPBRIDGE_TOKEN_" + strings.ToUpper(strings.ReplaceAll(c.supplierName, "-", "_"))
}

// setSupplierDefaults completes each supplier.
func (c *Config) setSupplierDefaults() {
	c.bothSupplierKeys = c.Several() && !reflect.ValueOf(c.Supplier).IsZero()
	if !c.Several() {
		c.completeSupplier()
		return
	}
	for _, one := range c.Suppliers() {
		one.completeSupplier()
		c.Named[one.supplierName] = one.Supplier
	}
}

func (c *Config) completeSupplier() {
	setDefault(&c.Supplier.TokenEnv, c.defaultTokenEnv())
	setDefault(&c.Supplier.Mapping, "default")
	c.Supplier.Mapping = c.templateName(c.Supplier.Mapping)
	c.setHandoverDefaults()
}

// supplierNames are those that stand in file names, addresses and order files alike.
var supplierNames = regexp.MustCompile(`^[a-z0-9_-]+$`)

// validateSuppliers refuses suppliers that could not be told apart, and mistakes in each.
func (c *Config) validateSuppliers(fail func(hint, format string, args ...any) error) error {
	if !c.Several() {
		if c.AccountOfAll != "" || c.NewAccountOfAll != "" {
			return fail("write it as supplier.account or supplier.new_account", "account and new_account at the top go with suppliers:")
		}
		if c.Supplier.First {
			return fail("leave it out: there is no other", "supplier.first goes with suppliers:")
		}
		if c.Supplier.Counterparty != nil {
			return fail("write it at the top, beside supplier:", "supplier.counterparty goes with suppliers:")
		}
		return c.validateSupplier(fail)
	}
	if c.bothSupplierKeys {
		return fail("move what supplier: says to suppliers: {NAME: {first: true, …}}: its orders stay his", "supplier: and suppliers: stand beside each other")
	}
	if c.hasCounterparty() {
		return fail("write it under the supplier whose contract it is: suppliers.NAME.counterparty", "counterparty at the top goes with supplier:")
	}
	if len(c.Named) == 0 {
		return fail("write suppliers: {NAME: {base_url: …}}", "suppliers: names none")
	}
	if c.AccountOfAll == "" {
		return fail("write account: NAME, a name of your own; where orders were posted already, the account that `dropbridge status --json` shows for the old config, so that they stay known",
			"account is missing: with suppliers: it is the shop's, and part of every order's key")
	}
	return c.validateApart(fail)
}

// validateApart refuses what two suppliers must not share.
func (c *Config) validateApart(fail func(hint, format string, args ...any) error) error {
	first, accounts, variables := "", map[string]string{}, map[string]string{}
	for _, one := range c.Suppliers() {
		name, s := one.supplierName, one.Supplier
		account, variable := one.Account(), one.defaultTokenEnv()
		switch {
		case !supplierNames.MatchString(name):
			return fail("a name is made of a-z, 0-9, - and _", "suppliers: %q is no name", name)
		case s.BaseURL == "" && s.Products == nil && s.Orders == nil:
			return fail("write base_url: https://…; `dropbridge sandbox` starts a service to try it with", "%s is missing: of several suppliers none is the embedded sandbox", one.supplierKey("base_url"))
		case s.NewAccount != "":
			return fail("write it as new_account: beside account: at the top", "%s: with suppliers: the account of the orders is the shop's", one.supplierKey("new_account"))
		case s.First && first != "":
			return fail("keep first: true at the one who stood as supplier: before", "suppliers.%s and suppliers.%s both say first: true", first, name)
		case accounts[account] != "":
			return fail(fmt.Sprintf("give each a name of its own, such as %s: %s", one.supplierKey("account"), name),
				"suppliers.%s and suppliers.%s have one account, %s", accounts[account], name, account)
		case variables[variable] != "":
			return fail("choose names that differ in more than - and _", "suppliers.%s and suppliers.%s would share the variable %s of the environment", variables[variable], name, variable)
		}
		if s.First {
			first = name
		}
		accounts[account], variables[variable] = name, name
		if err := one.validateSupplier(fail); err != nil {
			return err
		}
	}
	return nil
}

package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/whereabouts"
	"github.com/dropbridge/dropbridge/templates"
)

// ownFile is a file that the config names for another purpose than to be written over.
type ownFile struct{ path, what string }

// CheckBookOut refuses a book (a ledger, orders, shipments) that would lie over a file of
// ours or in a folder of ours; key names what says where it goes, such as --out.
func (c *Config) CheckBookOut(key, out string) error {
	for _, name := range c.FeedNames() {
		for _, file := range exporter.Files(c.Path(c.Feeds[name].Out), true) {
			if whereabouts.Same(file, out) {
				return failure.Mistake("name another file", "%s: %s is a file of feeds.%s", key, out, name)
			}
		}
	}
	return c.checkOut(key, out)
}

// checkOut refuses an output that would lie over a file of ours or in a folder of ours.
func (c *Config) checkOut(key, out string) error {
	for _, own := range c.ownFiles() {
		if whereabouts.Same(own.path, out) {
			return failure.Mistake("name another file", "%s: %s is %s", key, out, own.what)
		}
	}
	for _, dir := range c.workFolders() {
		if whereabouts.Inside(c.Path(dir), out) {
			return failure.Mistake("name a file in another folder, such as feeds/"+filepath.Base(out),
				"%s: %s lies in the folder %s, which has another purpose", key, out, dir)
		}
	}
	return nil
}

// workFolders are the folders in which everything has its own meaning.
func (c *Config) workFolders() []string {
	return []string{"state", c.Inbox.Dir, c.Inbox.Results, c.Inbox.Archive, c.Inbox.Failed}
}

// ownFiles are the files that the config reads or keeps. A template of which only the name
// is known is none.
func (c *Config) ownFiles() []ownFile {
	files := slices.Concat(c.settingsFiles(), c.secretFiles())
	add := c.adder(&files)
	if !c.JournalOnServer() {
		add(c.Journal, "the journal")
	}
	for _, source := range c.WaybillSources() {
		settings, key := c.WaybillsOf(source)
		add(settings.Out, "the file of "+key)
	}
	return files
}

// adder adds a file that the config names, where it names one.
func (c *Config) adder(to *[]ownFile) func(name, what string) {
	return func(name, what string) {
		if name != "" {
			*to = append(*to, ownFile{c.Path(name), what})
		}
	}
}

// settingsFiles are the config and what it reads beside it, but for secrets.
func (c *Config) settingsFiles() []ownFile {
	files := []ownFile{{c.File, "the config"}}
	add := c.adder(&files)
	used := []string{c.Inbox.Default.Template}
	for _, one := range c.Suppliers() {
		used = append(used, one.Supplier.Mapping)
	}
	for _, source := range c.Inbox.Sources {
		used = append(used, source.Template)
	}
	for _, name := range c.FeedNames() {
		feed := c.Feeds[name]
		add(mapFile(feed.CategoryMap), "the category_map of feeds."+name)
		add(feed.AttributeMap, "the attribute_map of feeds."+name)
		used = append(used, feed.Template)
	}
	for _, name := range used {
		if templates.IsFile(name) { // resolved already
			files = append(files, ownFile{name, "a template or a mapping that the config uses"})
		}
	}
	return files
}

// secretFiles are the files of tokens, passwords and keys.
func (c *Config) secretFiles() (files []ownFile) {
	add := c.adder(&files)
	for _, one := range c.Suppliers() {
		add(one.Supplier.TokenFile, "the file of the token")
		add(one.Supplier.UserFile, "the file of the supplier's user")
		if o := one.Supplier.Orders; o != nil && o.Mail != nil {
			add(o.Mail.PasswordFile, "the file of the mailbox's password")
		}
		lists, _ := one.Listed()
		for _, list := range lists {
			add(list.TokenFile, "the file of a price list's key")
		}
	}
	for _, s := range c.sheets() {
		if s != nil {
			add(s.CredentialsFile.Text, "the file of a service account's key")
		}
	}
	for file, what := range c.notifySecrets() {
		add(file, what)
	}
	for _, name := range c.FeedNames() {
		add(c.Feeds[name].KeyFile, "the file of keys of feeds."+name)
	}
	return files
}

// ReadFrom are the files that the settings are read from, in a fixed order: the config and templates,
// mappings and maps of its own, and beside them those of secrets.
func (c *Config) ReadFrom() (settings, secrets []string) {
	for _, file := range c.settingsFiles() {
		settings = append(settings, file.path)
	}
	for _, name := range c.FeedNames() {
		for _, list := range []string{c.Feeds[name].Filter.SKUs, c.Feeds[name].Filter.NotSKUs} {
			if list != "" {
				settings = append(settings, c.Path(list))
			}
		}
	}
	if c.Templates != "" {
		own, _ := filepath.Glob(filepath.Join(c.Path(c.Templates), "*", "*.yaml")) // a folder that is not there has none
		settings = append(settings, own...)
	}
	for _, file := range c.secretFiles() {
		secrets = append(secrets, file.path)
	}
	slices.Sort(settings)
	slices.Sort(secrets)
	return slices.Compact(settings), slices.Compact(secrets)
}

// checkEnding refuses a feed whose name ends as another format does. Both endings of XML are
// fine for either, as are those of tables of text, and what is known to nobody is left to its owner.
func checkEnding(key, out string, t *template.Template) error {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	if _, known := encode.Named(ending); !known || ending == t.Format || isXML(ending) && isXML(t.Format) || isText(ending) && isText(t.Format) {
		return nil
	}
	name := strings.TrimSuffix(out, filepath.Ext(out)) + "." + t.Format
	return failure.Mistake("call it "+name, "%s: the name %s promises %s, and template %s writes %s", key, out, ending, t.Name, t.Format)
}

// isText reports whether a format is a table of text; readers find out how its cells are separated.
func isText(format string) bool { return format == "csv" || format == "tsv" }

func isXML(format string) bool { return format == "yml" || format == "xml" }

package main

import (
	"cmp"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/daemon"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// compareAnswers compares samples of the supplier's answers with what was learned of them.
// The embedded sandbox has another address each time.
func compareAnswers(c *config.Config, samples []drift.Profile, accept bool) ([]drift.Compared, error) {
	known, err := usualAnswers(c)
	if err != nil {
		return nil, err
	}
	return known.Compare(known.Supplier, samples, accept)
}

// usualAnswers is what is known of the answers of the config's supplier.
func usualAnswers(c *config.Config) (daemon.Usual, error) {
	mapping, err := c.Mapping()
	if err != nil {
		return daemon.Usual{}, err
	}
	return daemon.Usual{Baselines: drift.Baselines{File: c.Answers()}, Supplier: cmp.Or(c.Supplier.BaseURL, embeddedShown) + " " + mapping.Name()}, nil
}

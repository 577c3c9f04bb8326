package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// client is who a token stands for.
type client struct{ id int64 }

const (
	maxTokenName = 80
	hintLength   = 4
)

// authorize finds the client of a request's bearer token.
func (s *Server) authorize(ctx context.Context, r *http.Request) (client, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return client{}, unauthorized("", "the request has no bearer token; issue one in the cabinet, section Feeds and CRM")
	}
	hash := sha256.Sum256([]byte(token))
	var c client
	err := s.house.Store.Row(context.WithoutCancel(ctx),
		`SELECT id FROM token WHERE hash = ? AND revoked_at IS NULL`, hash[:]).Scan(&c.id)
	if errors.Is(err, sql.ErrNoRows) {
		return client{}, unauthorized("invalid_token", "the token is unknown or revoked; issue another in the cabinet, section Feeds and CRM")
	}
	if err != nil {
		return client{}, fmt.Errorf("look a token up: %w", err)
	}
	return c, nil
}

func unauthorized(code, detail string) *contract.Problem {
	challenge := `Bearer realm="dropbridge sandbox"`
	if code != "" {
		challenge += `, error="` + code + `"`
	}
	return &contract.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: detail,
		Header: http.Header{"Www-Authenticate": {challenge}}}
}

// IssueToken makes a token, and with it a client of its own. The name is what
// the cabinet lists it by. The token is shown here and never again: only its
// hash is kept.
func (s *Server) IssueToken(ctx context.Context, name string) (token string, err error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxTokenName {
		return "", fmt.Errorf("issue a token: its name must have 1 to %d characters", maxTokenName)
	}
	token = "dbs_" + rand.Text()
	if err := s.allow(ctx, name, token, s.house.Now()); err != nil {
		return "", err
	}
	return token, s.house.Remember(ctx)
}

// HasTokens reports whether any token is valid, issued now or before a restart.
func (s *Server) HasTokens(ctx context.Context) (bool, error) {
	var valid bool
	err := s.house.Store.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM token WHERE revoked_at IS NULL)`).Scan(&valid)
	if err != nil {
		return false, fmt.Errorf("look for tokens: %w", err)
	}
	return valid, nil
}

// allow lets a token in; one that was revoked is let in again, since whoever
// starts the service with it says so.
func (s *Server) allow(ctx context.Context, name, token string, now int64) error {
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return fmt.Errorf("accept %s: a token must not be empty or hold spaces", name)
	}
	hash := sha256.Sum256([]byte(token))
	hint := ""
	if len(token) >= 4*hintLength { // of a short one the end would give too much away
		hint = token[len(token)-hintLength:]
	}
	return s.house.Store.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO token (name, hash, hint, created_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (hash) DO UPDATE SET revoked_at = NULL`, name, hash[:], hint, now)
		if err != nil {
			return fmt.Errorf("keep %s: %w", name, err)
		}
		return nil
	})
}

// tokenRow is a token as the cabinet lists it.
type tokenRow struct {
	ID                  int64
	Name, Hint, Created string
	Revoked             bool
	Orders              int
}

func (s *Server) listTokens(ctx context.Context) ([]tokenRow, error) {
	rows, err := s.house.Store.Read.QueryContext(context.WithoutCancel(ctx), `SELECT id, name, hint, created_at, revoked_at IS NOT NULL,
		(SELECT count(*) FROM orders WHERE client_id = token.id) FROM token ORDER BY id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	defer rows.Close()
	var tokens []tokenRow
	for rows.Next() {
		var t tokenRow
		var created int64
		if err := rows.Scan(&t.ID, &t.Name, &t.Hint, &created, &t.Revoked, &t.Orders); err != nil {
			return nil, fmt.Errorf("list tokens: %w", err)
		}
		t.Created = contract.Stamp(created)
		tokens = append(tokens, t)
	}
	return tokens, rows.Err()
}

func (s *Server) revokeToken(ctx context.Context, id, now int64) error {
	return s.house.Store.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`, now, id)
		if err != nil {
			return fmt.Errorf("revoke token %d: %w", id, err)
		}
		return nil
	})
}

package closing

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// Write closes the month into a folder, which is whole with all that belongs to it, or as it
// was before. The folder above is made where there is none.
func (j *Job) Write(ctx context.Context, folder string) (*Report, error) {
	above := filepath.Dir(folder)
	if err := os.MkdirAll(above, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder %s: %w", above, err)
	}
	// That a killed run's folder cannot be removed is no reason to fail.
	_ = durable.RemoveStaleFolders(above, j.Now)
	unseen, err := durable.CreateFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("make a folder beside %s: %w", folder, err)
	}
	defer unseen.Abort()
	r := j.report(folder)
	var all []memories
	defer func() {
		for _, m := range all {
			if m.forget != nil {
				m.forget()
			}
		}
	}()
	for _, write := range []step{j.writeLedger(r), j.writeOrders, j.writeShipments} {
		documents, kept, err := write(ctx, unseen.Name())
		all = append(all, kept)
		if err != nil {
			return nil, err
		}
		r.Documents = append(r.Documents, documents...)
	}
	if err := r.writePage(filepath.Join(unseen.Name(), PageFile), j); err != nil {
		return nil, fmt.Errorf("write the page of the month: %w", err)
	}
	if err := unseen.Commit(); err != nil {
		return nil, fmt.Errorf("put the month into %s: %w", folder, err)
	}
	for _, m := range all {
		if m.keep == nil {
			continue
		}
		if err := m.keep(); err != nil {
			return r, err
		}
	}
	return r, nil
}

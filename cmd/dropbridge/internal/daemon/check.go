package daemon

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkPatience is how long a request waits for the supplier to answer.
const checkPatience = 15 * time.Second

// check looks whether something is still wrong. That it is is an error that says so, with the
// way out.
func (s shop) check(ctx context.Context, a page.Action) (wording.Message, error) {
	defer s.forget()
	switch what := a.Values["what"]; what {
	case page.CheckSupplier:
		return s.checkSupplier(ctx, a.Values["about"])
	case page.CheckDisk:
		return s.checkDisk(a.Values["about"], a.Language)
	case page.CheckInbox:
		return s.checkInbox(ctx)
	default:
		return wording.Message{}, page.UnknownAction(what)
	}
}

// checkInbox has the inbox looked at by whoever has it.
func (s shop) checkInbox(ctx context.Context) (wording.Message, error) {
	if s.has(dispatch.Inbox) {
		return wording.NewMessage("page.inbox_ours"), s.Orders.CheckInbox(ctx)
	}
	who, err := s.holder(ctx, dispatch.Inbox)
	if err != nil {
		return wording.Message{}, err
	}
	return wording.NewMessage("page.inbox_asked", who), s.Sharing.Dispatcher.Ask(ctx, dispatch.Task{Do: dispatch.ScanInbox})
}

// serviceOf is the service of a supplier by his name, "" for the only one; nil where he has none.
func (s shop) serviceOf(name string) *client.Client {
	for _, of := range s.Answers {
		if of.Supplier == name {
			return of.Client
		}
	}
	return s.Client
}

// checkSupplier asks the supplier for one short list. What waits for him is tried where he
// answers.
func (s shop) checkSupplier(ctx context.Context, name string) (wording.Message, error) {
	service := s.serviceOf(name)
	if service == nil || len(service.Mapping().Reads()) == 0 {
		s.Orders.SupplierAnswers(name)
		return wording.NewMessage("page.tried_now"), s.askOthers(ctx)
	}
	ctx, stop := context.WithTimeout(ctx, checkPatience)
	defer stop()
	op := service.Mapping().Reads()[0]
	if _, err := service.FirstPage(ctx, op.Key, 1); err != nil {
		way := wording.Literal(s.Hint(err))
		if s.Hint(err) == "" {
			way = wording.NewMessage("page.supplier_silent_way")
		}
		return wording.Message{}, refusal.New(failure.Unknown, wording.NewMessage("page.supplier_silent", told.Error(err)), way)
	}
	s.Orders.SupplierAnswers(name)
	return wording.NewMessage("page.supplier_answers"), s.askOthers(ctx)
}

// checkDisk measures the disk under a folder that the program writes to.
func (s shop) checkDisk(folder string, l wording.Language) (wording.Message, error) {
	for _, disk := range s.Config.Disks() {
		if disk.Folder != folder {
			continue
		}
		for _, still := range standing.Judge(standing.Snapshot{Disks: []standing.Disk{disk}}, l) {
			return wording.Message{}, failure.Errorf(still.Mend, "%s", still.Text)
		}
		free, _, err := durable.Space(folder)
		return wording.NewMessage("page.disk_room", folder, l.Size(int64(min(free, 1<<62)))), err
	}
	return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("page.no_disk", folder), wording.NewMessage("page.no_disk_way"))
}

// Command dex runs Dex with its mock connector, which signs one person of the group "authors" in
// without asking. Each line on standard input is another redirect address of its one client.
package main

import (
	"bufio"
	"context"
	"log"
	"net/http"
	"os"

	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

func main() {
	address, web := os.Args[1], os.Args[2]
	logger := logrus.New()
	logger.SetLevel(logrus.WarnLevel)
	kept := memory.New(logger)
	must(kept.CreateConnector(storage.Connector{ID: "mock", Type: "mockCallback", Name: "Mock"}))
	dex, err := server.NewServer(context.Background(), server.Config{
		Issuer:             "http://" + address,
		Storage:            kept,
		SkipApprovalScreen: true,
		Web:                server.WebConfig{Dir: web},
		Logger:             logger,
		PrometheusRegistry: prometheus.NewRegistry(),
	})
	must(err)
	go func() { log.Fatal(http.ListenAndServe(address, dex)) }()
	client := storage.Client{ID: "steelyard", Secret: "a secret of the client", Name: "Steelyard"}
	must(kept.CreateClient(client))
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		must(kept.UpdateClient(client.ID, func(old storage.Client) (storage.Client, error) {
			old.RedirectURIs = append(old.RedirectURIs, lines.Text())
			return old, nil
		}))
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

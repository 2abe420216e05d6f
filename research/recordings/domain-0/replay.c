/*
 * Sends planned requests at their planned times, whether or not earlier ones were answered, and writes
 * down how long each took. It is small enough to run on the host that it loads, in virtual time.
 *
 *   replay PLAN DIRECTORY
 *
 * PLAN, in order of time:   site INDEX NAME ADDRESS PORT PATH
 *                           at SECONDS INDEX PHASE
 * Writes DIRECTORY/NAME.csv for each site, in the columns of the layout of recordings. Prints when
 * second 0 is, and one moment by both clocks: the epoch's, and the time stamp counter's that Xen's
 * trace is stamped with.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define MAX_SITES 16
#define LEAD_SECONDS 0.5   /* from printing second 0 to second 0 */
#define PATIENCE_SECONDS 120

struct site { char name[32], request[256]; struct sockaddr_in address; int requests; };
struct request {
    int site, phase, sequence, socket, status, bytes, error, sent;
    double planned, start, connected, end;
};

static struct site sites[MAX_SITES];
static struct request *requests;
static size_t count, capacity, ended;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void read_plan(const char *file)
{
    FILE *plan = fopen(file, "r");
    char line[512], name[32], address[32], path[200];
    int index, port, phase;
    double planned;
    if (!plan) fail(file);
    while (fgets(line, sizeof line, plan)) {
        if (sscanf(line, "site %d %31s %31s %d %199s", &index, name, address, &port, path) == 5) {
            if (index < 0 || index >= MAX_SITES) exit(2);
            struct site *site = &sites[index];
            strcpy(site->name, name);
            sprintf(site->request, "GET %s HTTP/1.0\r\nHost: %s\r\n\r\n", path, name);
            site->address.sin_family = AF_INET;
            site->address.sin_port = htons(port);
            inet_aton(address, &site->address.sin_addr);
        } else if (sscanf(line, "at %lf %d %d", &planned, &index, &phase) == 3) {
            if (count == capacity) {
                capacity = capacity ? 2 * capacity : 4096;
                requests = realloc(requests, capacity * sizeof *requests);
                if (!requests) fail("the plan");
            }
            requests[count++] = (struct request){ .site = index, .phase = phase,
                .sequence = sites[index].requests++, .socket = -1, .planned = planned };
        }
    }
    fclose(plan);
}

static void end_request(struct request *request, int error)
{
    request->end = now();
    request->error = error;
    if (request->socket >= 0) close(request->socket);
    ended++;
}

static void watch(int poll, int operation, struct request *request, unsigned events)
{
    struct epoll_event event = { .events = events, .data.ptr = request };
    if (epoll_ctl(poll, operation, request->socket, &event)) fail("epoll_ctl");
}

static void begin_request(int poll, struct request *request)
{
    struct sockaddr *address = (void *)&sites[request->site].address;
    request->start = now();
    request->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (request->socket < 0) return end_request(request, errno);
    if (connect(request->socket, address, sizeof(struct sockaddr_in)) && errno != EINPROGRESS)
        return end_request(request, errno);
    watch(poll, EPOLL_CTL_ADD, request, EPOLLOUT);
}

static void send_request(int poll, struct request *request)
{
    const char *text = sites[request->site].request;
    ssize_t length = strlen(text);
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(request->socket, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error) return end_request(request, error);
    request->connected = now();
    if (write(request->socket, text, length) != length) return end_request(request, EIO);
    request->sent = 1;
    watch(poll, EPOLL_CTL_MOD, request, EPOLLIN);
}

static void receive(struct request *request)
{
    char piece[4096];
    ssize_t length = read(request->socket, piece, sizeof piece - 1);
    if (length < 0) {
        if (errno != EAGAIN) end_request(request, errno);
    } else if (length == 0) {
        end_request(request, request->status ? 0 : EPROTO);
    } else {
        piece[length] = 0;
        if (!request->bytes && length > 12) request->status = atoi(piece + 9);
        request->bytes += length;
    }
}

static void play(double start)
{
    int poll = epoll_create1(0);
    size_t next = 0;
    struct epoll_event events[64];
    while (ended < count) {
        while (next < count && start + requests[next].planned <= now())
            begin_request(poll, &requests[next++]);
        double wait = next < count ? start + requests[next].planned - now() : 1;
        if (next == count && now() > start + requests[count - 1].planned + PATIENCE_SECONDS) return;
        int ready = epoll_wait(poll, events, 64, wait <= 0 ? 0 : (int)ceil(fmin(wait, 1) * 1e3));
        for (int i = 0; i < ready; i++) {
            struct request *request = events[i].data.ptr;
            if (request->sent) receive(request);
            else send_request(poll, request);
        }
    }
}

static void write_times(const char *directory, int index)
{
    char file[512];
    snprintf(file, sizeof file, "%s/%s.csv", directory, sites[index].name);
    FILE *out = fopen(file, "w");
    if (!out) fail(file);
    fprintf(out, "phase,seq,sched_s,start_epoch,conn_s,resp_s,status,bytes,error\n");
    for (struct request *r = requests; r < requests + count; r++) {
        if (r->site != index) continue;
        const char *error = !r->end ? "timeout" : r->error ? strerror(r->error) : "";
        fprintf(out, "%d,%d,%.6f,%.6f,%.6f,%.6f,%d,%d,%s\n", r->phase, r->sequence, r->planned,
            r->start, r->connected ? r->connected - r->start : 0, r->end ? r->end - r->start : 0,
            r->status, r->bytes, error);
    }
    if (fclose(out)) fail(file);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("replay PLAN DIRECTORY\n", stderr);
        return 2;
    }
    read_plan(argv[1]);
    double epoch = now();
    printf("tsc %llu epoch %.9f\n", (unsigned long long)__rdtsc(), epoch);
    printf("start %.6f requests %zu\n", epoch + LEAD_SECONDS, count);
    fflush(stdout);
    play(epoch + LEAD_SECONDS);
    for (int index = 0; index < MAX_SITES; index++)
        if (sites[index].name[0]) write_times(argv[2], index);
    printf("end %.6f ended %zu\n", now(), ended);
    return 0;
}

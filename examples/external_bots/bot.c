/* A bot of its own process, in C without a JSON library: it looks for the few fields it needs.
 *   gcc -O2 -o bot examples/external_bots/bot.c && railbird league equity "cmd:./bot" */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long number(const char *line, const char *key) {
    const char *at = strstr(line, key);
    return at ? strtol(at + strlen(key), NULL, 10) : 0;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\": \"ready\", \"protocol\": 1}");
        } else if (strstr(line, "\"type\":\"act\"")) {
            long id = number(line, "\"id\":");
            long pot = number(line, "\"pot\":"), to_call = number(line, "\"to_call\":");
            const char *cards = strstr(line, "\"hole_cards\":[");
            /* ["As","Ah"]: the ranks stand at 15 and 20 after the key's beginning. */
            int pair = cards && cards[15] == cards[20];
            const char *move = to_call * 3 > pot && !pair ? "fold" : "call";
            printf("{\"id\": %ld, \"move\": \"%s\"}\n", id, move);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}

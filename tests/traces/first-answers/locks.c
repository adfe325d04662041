/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
/* pair: a keeper and an asker take one mutex in turn; the keeper has it for 6 ms of every 8, the asker for 1 ms after 2 of its own. With LD_PRELOAD=liblttng-ust-pthread-wrapper.so.1 */
static void burn(double s){struct timespec t;double e;clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);e=t.tv_sec+t.tv_nsec/1e9+s;do{clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);}while(t.tv_sec+t.tv_nsec/1e9<e);}
static pthread_mutex_t lock=PTHREAD_MUTEX_INITIALIZER;static int rounds;
static void*keeper(void*x){(void)x;prctl(PR_SET_NAME,"k-keeper");for(int i=0;i<rounds;i++){pthread_mutex_lock(&lock);burn(0.006);pthread_mutex_unlock(&lock);burn(0.002);}return 0;}
static void*asker(void*x){(void)x;prctl(PR_SET_NAME,"k-asker");for(int i=0;i<rounds;i++){burn(0.002);pthread_mutex_lock(&lock);burn(0.001);pthread_mutex_unlock(&lock);}return 0;}
int main(int c,char**v){(void)c;rounds=atoi(v[1]);pthread_t a,b;prctl(PR_SET_NAME,"k-main");pthread_create(&a,0,keeper,0);pthread_create(&b,0,asker,0);pthread_join(a,0);pthread_join(b,0);printf("DONE\n");return 0;}

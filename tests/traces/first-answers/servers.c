/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <time.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <netinet/in.h>
#include <arpa/inet.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+t.tv_nsec/1e9;}
static void burn(double s){struct timespec t;double e;clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);e=t.tv_sec+t.tv_nsec/1e9+s;do{clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);}while(t.tv_sec+t.tv_nsec/1e9<e);}
static void name(const char*n){prctl(PR_SET_NAME,n);}
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; static int file=-1; static int port=7000;
static void commit(void){char b[512]={1};pthread_mutex_lock(&m);if(pwrite(file,b,sizeof b,0)<0)perror("pwrite");fdatasync(file);pthread_mutex_unlock(&m);}
/* a thread for each connection; each request burns, then commits under one lock */
static void*serve1(void*a){int fd=(int)(long)a;char b[64];name("h-request");if(recv(fd,b,sizeof b,0)>0){burn(0.0003);commit();send(fd,b,8,0);}close(fd);return 0;}
static int listening(void){int s=socket(AF_INET,SOCK_STREAM,0),one=1;setsockopt(s,SOL_SOCKET,SO_REUSEADDR,&one,sizeof one);struct sockaddr_in a={.sin_family=AF_INET,.sin_port=htons(port),.sin_addr.s_addr=htonl(INADDR_LOOPBACK)};bind(s,(void*)&a,sizeof a);listen(s,64);return s;}
static void*acceptor(void*x){int s=(int)(long)x;name("h-accept");for(;;){int fd=accept(s,0,0);if(fd<0)return 0;pthread_t t;pthread_attr_t at;pthread_attr_init(&at);pthread_attr_setdetachstate(&at,1);pthread_create(&t,&at,serve1,(void*)(long)fd);}return 0;}
static int connected(void){int s=socket(AF_INET,SOCK_STREAM,0);struct sockaddr_in a={.sin_family=AF_INET,.sin_port=htons(port),.sin_addr.s_addr=htonl(INADDR_LOOPBACK)};if(connect(s,(void*)&a,sizeof a))perror("connect");return s;}
static int N=100;
static void*client1(void*x){char b[64]="request";(void)x;name("h-client");for(int i=0;i<N;i++){int fd=connected();send(fd,b,8,0);recv(fd,b,sizeof b,0);close(fd);}return 0;}
static void tpr(void){int s=listening();if(fork()==0){pthread_t t[4];name("h-clients");for(long i=0;i<4;i++)pthread_create(t+i,0,client1,(void*)i);for(int i=0;i<4;i++)pthread_join(t[i],0);_exit(0);}
 pthread_t t;pthread_create(&t,0,acceptor,(void*)(long)s);wait(0);shutdown(s,2);}
/* barrier: the last one has twice the work */
static pthread_barrier_t bar;static void*phase(void*x){long i=(long)x;char n[16];snprintf(n,16,"h-phase-%ld",i);name(n);for(int k=0;k<N;k++){burn(i==2?0.006:0.003);pthread_barrier_wait(&bar);}return 0;}
static void barrier(void){pthread_t t[4];pthread_barrier_init(&bar,0,4);for(long i=0;i<4;i++)pthread_create(t+i,0,phase,(void*)i);for(int i=0;i<4;i++)pthread_join(t[i],0);}
/* pipeline over pipes: parse -> pack (slow) -> store (disk) */
static int p1[2],p2[2];static void*parse(void*x){(void)x;name("h-parse");char b[4096]={0};for(int i=0;i<N;i++){burn(0.001);if(write(p1[1],b,4096)<0)return 0;}close(p1[1]);return 0;}
static void*pack(void*x){(void)x;name("h-pack");char b[4096];while(read(p1[0],b,4096)>0){burn(0.005);if(write(p2[1],b,4096)<0)return 0;}close(p2[1]);return 0;}
static void*store(void*x){(void)x;name("h-store");char b[4096];while(read(p2[0],b,4096)>0){if(pwrite(file,b,4096,0)<0)return 0;fdatasync(file);}return 0;}
static void pipeline(void){pthread_t t[3];if(pipe(p1)||pipe(p2))return;fcntl(p1[1],1031,4096);fcntl(p2[1],1031,4096);pthread_create(t,0,parse,0);pthread_create(t+1,0,pack,0);pthread_create(t+2,0,store,0);for(int i=0;i<3;i++)pthread_join(t[i],0);}
/* pool of 8 that meet at one lock, held for 0.4 ms */
static void*worker(void*x){char n[16];snprintf(n,16,"h-worker-%ld",(long)x);name(n);for(int i=0;i<N;i++){pthread_mutex_lock(&m);struct timespec t={0,400000};nanosleep(&t,0);pthread_mutex_unlock(&m);burn(0.0002);}return 0;}
static void pool(void){pthread_t t[8];for(long i=0;i<8;i++)pthread_create(t+i,0,worker,(void*)i);for(int i=0;i<8;i++)pthread_join(t[i],0);}
/* event loop: one thread, 16 connections, one of which asks for something slow: it writes to the disk within the loop */
static void*client2(void*x){char b[64]="request";name("h-client");int fd=connected();for(int i=0;i<N;i++){b[0]=(long)x==0?'s':'f';send(fd,b,8,0);recv(fd,b,sizeof b,0);if((long)x==0){struct timespec t={0,5000000};nanosleep(&t,0);}}close(fd);return 0;}
static void loop(void){int s=listening();pid_t c=fork();if(c==0){pthread_t t[8];name("h-clients");for(long i=0;i<8;i++)pthread_create(t+i,0,client2,(void*)i);for(int i=0;i<8;i++)pthread_join(t[i],0);_exit(0);}
 name("h-loop");int e=epoll_create1(0);struct epoll_event ev={.events=EPOLLIN,.data.fd=s},evs[16];epoll_ctl(e,EPOLL_CTL_ADD,s,&ev);int open=0,seen=0;while(!seen||open){int n=epoll_wait(e,evs,16,1000);for(int i=0;i<n;i++){int fd=evs[i].data.fd;if(fd==s){fd=accept(s,0,0);ev.events=EPOLLIN;ev.data.fd=fd;epoll_ctl(e,EPOLL_CTL_ADD,fd,&ev);open++;seen=1;}else{char b[64];int r=recv(fd,b,64,0);if(r<=0){close(fd);open--;}else{if(b[0]=='s'){if(pwrite(file,b,64,0)<0)perror("w");fdatasync(file);}else burn(0.0003);send(fd,b,8,0);}}}}wait(0);}
/* processes: a supervisor forks a child for each job, the child computes and writes */
static void jobs(void){name("h-make");int running=0;for(int i=0;i<N;i++){if(running==2){wait(0);running--;}if(fork()==0){name("h-job");burn(0.01);char b[4096]={0};if(pwrite(file,b,4096,0)<0)_exit(1);fdatasync(file);_exit(0);}running++;}while(wait(0)>0);}
int main(int c,char**v){const char*w=c>1?v[1]:"tpr";if(c>2)N=atoi(v[2]);file=open("/data/h.dat",O_RDWR|O_CREAT,0600);double t=now();
 if(!strcmp(w,"tpr"))tpr();else if(!strcmp(w,"barrier"))barrier();else if(!strcmp(w,"pipeline"))pipeline();else if(!strcmp(w,"pool"))pool();else if(!strcmp(w,"loop"))loop();else if(!strcmp(w,"jobs"))jobs();printf("%s %d took %.3f s\n",w,N,now()-t);return 0;}

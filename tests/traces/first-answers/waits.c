/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <time.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <signal.h>
#include <sys/prctl.h>
#include <netinet/in.h>
#include <arpa/inet.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+t.tv_nsec/1e9;}
static void burn(double s){struct timespec t;double e;clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);e=t.tv_sec+t.tv_nsec/1e9+s;do{clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);}while(t.tv_sec+t.tv_nsec/1e9<e);}
static void name(const char*n){prctl(PR_SET_NAME,n);}
static int N=100,file;static void nap(long us){struct timespec t={0,us*1000};nanosleep(&t,0);}
/* poll: the worker looks every 10 ms whether there is something to do */
static volatile int todo,done_;static int wake[2];
static void*poller(void*x){(void)x;name("h-poller");while(!done_){if(todo){todo=0;burn(0.001);if(write(wake[1],"x",1)<0)return 0;}else nap(10000);}return 0;}
static void poll_(void){pthread_t t;char b;if(pipe(wake))return;name("h-asker");pthread_create(&t,0,poller,0);for(int i=0;i<N;i++){burn(0.0005);todo=1;if(read(wake[0],&b,1)<0)return;}done_=1;pthread_join(t,0);}
/* bgdisk: a journal that syncs, and a backup that writes to the same disk */
static void bgdisk(void){pid_t p=fork();if(p==0){name("h-backup");int f=open("/data/backup",O_WRONLY|O_CREAT|O_DIRECT,0600);char*b;if(posix_memalign((void**)&b,4096,65536))_exit(1);for(int i=0;;i++){if(pwrite(f,b,65536,(i%64)*65536L)<0)_exit(1);}}
 name("h-journal");char b[512]={0};for(int i=0;i<N;i++){burn(0.0005);if(pwrite(file,b,512,0)<0)return;fdatasync(file);}kill(p,9);wait(0);}
/* nicecpu: a batch job on the same processor as the server */
static void nicecpu(void){cpu_set_t c;CPU_ZERO(&c);CPU_SET(0,&c);pid_t p=fork();if(p==0){sched_setaffinity(0,sizeof c,&c);name("h-batch");for(;;)burn(1);}
 int a[2],r[2];char b;if(pipe(a)||pipe(r))return;if(fork()==0){sched_setaffinity(0,sizeof c,&c);name("h-server");for(int i=0;i<N;i++){if(read(a[0],&b,1)<1)_exit(0);burn(0.002);if(write(r[1],"x",1)<0)_exit(1);}_exit(0);}
 name("h-client");CPU_ZERO(&c);CPU_SET(1,&c);sched_setaffinity(0,sizeof c,&c);for(int i=0;i<N;i++){if(write(a[1],"x",1)<0)return;if(read(r[0],&b,1)<0)return;burn(0.001);}kill(p,9);while(wait(0)>0);}
/* fan: server on B, each request goes to two helpers, one of which uses the disk; clients on A */
static int q[2][2],back[2];static void*helper(void*x){long i=(long)x;char n[16],b;snprintf(n,16,i?"h-disk":"h-cpu");name(n);while(read(q[i][0],&b,1)==1){if(i){char d[512]={0};if(pwrite(file,d,512,0)<0)return 0;fdatasync(file);}else burn(0.0005);if(write(back[1],"x",1)<0)return 0;}return 0;}
static void fan_server(void){int s=socket(AF_INET,SOCK_STREAM,0),one=1;setsockopt(s,SOL_SOCKET,SO_REUSEADDR,&one,sizeof one);struct sockaddr_in a={.sin_family=AF_INET,.sin_port=htons(7001),.sin_addr.s_addr=INADDR_ANY};bind(s,(void*)&a,sizeof a);listen(s,8);name("h-front");for(int i=0;i<2;i++){if(pipe(q[i]))return;}if(pipe(back))return;pthread_t t;for(long i=0;i<2;i++)pthread_create(&t,0,helper,(void*)i);int fd=accept(s,0,0);char b[64];while(recv(fd,b,64,0)>0){burn(0.0003);if(write(q[0][1],"x",1)<0||write(q[1][1],"x",1)<0)return;for(int i=0;i<2;i++)if(read(back[0],b,1)<0)return;send(fd,b,8,0);}}
static void fan_client(const char*ip){struct sockaddr_in a={.sin_family=AF_INET,.sin_port=htons(7001)};inet_aton(ip,&a.sin_addr);int fd;name("h-client");for(int i=0;i<100;i++){fd=socket(AF_INET,SOCK_STREAM,0);if(connect(fd,(void*)&a,sizeof a)==0)break;close(fd);nap(200000);}char b[64]="x";for(int i=0;i<N;i++){burn(0.0005);send(fd,b,8,0);if(recv(fd,b,64,0)<=0)break;}close(fd);}
/* prod: four producers fill a queue of 4 under a condition variable, one consumer */
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t full=PTHREAD_COND_INITIALIZER,empty=PTHREAD_COND_INITIALIZER;static int len;
static void*producer(void*x){char n[16];snprintf(n,16,"h-make-%ld",(long)x);name(n);for(int i=0;i<N;i++){burn(0.001);pthread_mutex_lock(&m);while(len==4)pthread_cond_wait(&full,&m);len++;pthread_cond_signal(&empty);pthread_mutex_unlock(&m);}return 0;}
static void*consumer(void*x){(void)x;name("h-consume");for(int i=0;i<4*N;i++){pthread_mutex_lock(&m);while(len==0)pthread_cond_wait(&empty,&m);len--;pthread_cond_signal(&full);pthread_mutex_unlock(&m);burn(0.0012);}return 0;}
static void prod(void){pthread_t t[5];for(long i=0;i<4;i++)pthread_create(t+i,0,producer,(void*)i);pthread_create(t+4,0,consumer,0);for(int i=0;i<5;i++)pthread_join(t[i],0);}
/* compact: three workers need a lock for 0.2 of 2.7 ms; a fourth thread takes it every 60 ms, for 15 ms of work of its own */
static volatile int ended;static double held;static pthread_mutex_t table=PTHREAD_MUTEX_INITIALIZER;
static void*works(void*x){char n[16];snprintf(n,16,"h-work-%ld",(long)x);name(n);for(int i=0;i<N;i++){burn(0.001);nap(1500);double t=now();pthread_mutex_lock(&table);if(x==0)held+=now()-t;burn(0.0002);pthread_mutex_unlock(&table);}return 0;}
static void*compacts(void*x){(void)x;name("h-compact");while(!ended){nap(60000);pthread_mutex_lock(&table);burn(0.015);pthread_mutex_unlock(&table);}return 0;}
static void compact(void){pthread_t t[4];name("h-main");for(long i=0;i<3;i++)pthread_create(t+i,0,works,(void*)i);pthread_create(t+3,0,compacts,0);for(int i=0;i<3;i++)pthread_join(t[i],0);ended=1;pthread_join(t[3],0);printf("one worker waited %.3f s for the lock\n",held);}
int main(int c,char**v){const char*w=c>1?v[1]:"poll";if(c>2)N=atoi(v[2]);file=open("/data/h.dat",O_RDWR|O_CREAT,0600);double t=now();
 if(!strcmp(w,"poll"))poll_();else if(!strcmp(w,"bgdisk"))bgdisk();else if(!strcmp(w,"nicecpu"))nicecpu();else if(!strcmp(w,"fan-server"))fan_server();else if(!strcmp(w,"fan-client"))fan_client(v[3]);else if(!strcmp(w,"prod"))prod();else if(!strcmp(w,"compact"))compact();printf("%s %d took %.3f s\n",w,N,now()-t);return 0;}
